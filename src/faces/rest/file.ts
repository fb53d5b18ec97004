import { tmpdir } from 'node:os';
import type { Context } from '../../graphql/context.ts';
import type { PreparedOperation } from '../../graphql/execute.ts';
import type { MadeFile } from '../../graphql/made-file.ts';
import { matchesEtag } from '../../http/conditional.ts';
import type { Exchange } from '../../http/exchange.ts';
import { sendBytes } from '../../http/sent-file.ts';
import { spool, spooledBytes, spooledBytesMin } from '../../http/spool.ts';
import type { Values } from '../faces.ts';

/** Runs an operation that makes a file and sends the file. */
export async function sendFile(
  exchange: Exchange,
  prepared: PreparedOperation,
  variables: Values,
  context: Context,
): Promise<void> {
  const made: MadeFile[] = [];
  if (prepared.operation.makesFile) exchange.client.beginExport();
  await prepared.run(variables, { ...context, takeFile: (file) => made.push(file) });
  const [file] = made;
  if (!file) throw new Error(`${prepared.field} made no file.`);
  const described = {
    'content-disposition': dispositionOf(file.fileName, file.isShown ? 'inline' : 'attachment'),
    ...(file.isShown ? inlineHeaders : {}),
  };
  const always = { 'cache-control': 'private, no-cache' };
  const isLarge = prepared.operation.makesFile && file.sizeBytes >= spooledBytesMin;
  if (!isLarge || matchesEtag(exchange, `"${file.sha256}"`)) return sendBytes(exchange, file, always, described);
  const temporary = await spool(tmpdir(), file.pieces);
  try {
    await sendBytes(exchange, { ...file, pieces: spooledBytes(temporary) }, always, described);
  } finally {
    await temporary.close();
  }
}

/** Headers of a file that browsers display: it may use its own styles and load nothing. */
const inlineHeaders = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
  'x-content-type-options': 'nosniff',
};

/** `Content-Disposition` (RFC 6266): an ASCII name for old clients, and the full name (RFC 8187). */
function dispositionOf(fileName: string, kind: 'inline' | 'attachment' = 'attachment'): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/gu, '_');
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
