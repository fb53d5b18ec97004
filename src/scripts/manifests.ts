import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { getOperationAST, parse } from 'graphql';
import * as editor from '../../examples/editor/operations.gen.ts';
import { sha256 } from '../graphql/manifest.ts';

const folder = new URL('../../examples/persisted/', import.meta.url);

/** The documents of the example editor, exactly as it sends them. */
const documents = Object.entries(editor)
  .filter(([name]) => name.endsWith('Document'))
  .map(([, document]) => String(document))
  .map((body) => ({ id: sha256(body), body, operation: getOperationAST(parse(body)) }));

const manifests = {
  // As relay-compiler (`persistConfig.file`) and graphql-codegen (`persistedDocuments`) write it.
  'relay.json': Object.fromEntries(documents.map(({ id, body }) => [id, body])),
  // As generate-persisted-query-manifest writes it.
  'apollo.json': {
    format: 'apollo-persisted-query-manifest',
    version: 1,
    operations: documents.map(({ id, body, operation }) => ({
      id,
      name: operation?.name?.value,
      type: operation?.operation,
      body,
    })),
  },
};

await mkdir(folder, { recursive: true });
for (const [name, manifest] of Object.entries(manifests)) {
  const file = new URL(name, folder);
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  if (!process.argv.includes('--check')) await writeFile(file, text);
  else if ((await readFile(file, 'utf8').catch(() => '')) !== text) {
    console.error(`examples/persisted/${name} is out of date. Run npm run generate.`);
    process.exitCode = 1;
  }
}
