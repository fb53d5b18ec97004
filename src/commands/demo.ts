import { constants, access as mayAccess } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Config } from '../config.ts';
import { credentialsIn, readCredentials } from '../credentials/credentials.ts';
import { apiKeyIn } from './api-key.ts';
import { type Command, readOptions, type Terminal, UsageError } from './command.ts';
import { Api, type ServiceAccess } from './demo/api.ts';
import { type DemoOptions, makeBook } from './demo/make-book.ts';
import { rehearsalNote } from './demo/markdown.ts';
import { premise as ownPremise } from './demo/story.ts';
import { isLoopback } from './loopback.ts';
import { serviceUrl } from './service-url.ts';

/** A chapter of the demo takes about eight seconds. Ours. */
const usualWordsPerSecond = 120;

export const demo: Command = {
  summary: 'write a short book from premise to last chapter over the public API',
  help: `npm run demo [-- --premise TEXT --chapters N --out FILE --book ID --words-per-second N]

With the server running, makes a book with plan, cast and conflicts, has every chapter written, and saves it as Markdown and as EPUB.
  --premise TEXT          what the book is about, 10–4000 characters; default: a story of our own
  --chapters N            1–20; default 3
  --out FILE              where the Markdown goes, the EPUB beside it, both written over; default ./demo-TITLE.md
  --book ID               go on with a book that an earlier demo has begun
  --words-per-second N    how fast a rehearsal writes, 1–1000; default ${usualWordsPerSecond}
Where the server has no text provider, a rehearsal provider on this machine writes placeholder prose, and says so.
FABULA_URL is where the server runs (default: HOST and PORT). FABULA_API_KEY is the key (default: the first key in DATA_DIR).`,
  async run({ args, config, log, terminal }) {
    const options = readDemoOptions(args);
    const stop = new AbortController();
    void terminal.stopped.then(() => stop.abort());
    const access = await findAccess(config, terminal);
    const service = new Api(access, stop.signal);
    const canWrite = (await service.capabilities()).features.some(
      ({ name, enabled }) => name === 'generation' && enabled,
    );
    if (options.out) await refuseUnwritable(options.out);
    if (canWrite)
      return makeBook({ service, writer: service, options, terminal, signal: stop.signal, isRehearsal: false });

    const { openRehearsal } = await import('./demo/rehearsal-node.ts');
    const { wordsPerSecond } = options;
    const quiet = log.child({}, { level: 'warn' });
    const node = await openRehearsal({ config, log: quiet, service, access, signal: stop.signal, wordsPerSecond });
    try {
      terminal.err(`${rehearsalNote} To have one write, start the server with OPENAI_API_KEY or OPENAI_BASE_URL.`);
      await makeBook({ service, writer: node.api, options, terminal, signal: stop.signal, isRehearsal: true });
    } finally {
      await node.close();
    }
  },
};

function readDemoOptions(args: string[]): DemoOptions {
  const given = readOptions('demo', args, {
    premise: { type: 'string', default: ownPremise },
    chapters: { type: 'string', default: '3' },
    out: { type: 'string' },
    book: { type: 'string' },
    'words-per-second': { type: 'string', default: String(usualWordsPerSecond) },
  });
  const premise = given.premise.trim();
  if (premise.length < 10 || [...premise].length > 4000) throw new UsageError('--premise: 10–4000 characters, please.');
  if (given.book !== undefined && !/^bk_\w+$/.test(given.book))
    throw new UsageError('--book: must be the id of a book, such as bk_…');
  if (given.out?.toLowerCase().endsWith('.epub'))
    throw new UsageError('--out: name the Markdown, such as book.md; the EPUB goes beside it.');
  return {
    premise,
    chapters: wholeNumber('--chapters', given.chapters, 20),
    out: given.out,
    bookId: given.book,
    wordsPerSecond: wholeNumber('--words-per-second', given['words-per-second'], 1_000),
  };
}

function wholeNumber(option: string, text: string, max: number): number {
  const value = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > max) throw new UsageError(`${option}: a whole number from 1 to ${max}, please.`);
  return value;
}

/** URL and key of the service. The stored key is only sent to this machine. */
async function findAccess(config: Config, terminal: Terminal): Promise<ServiceAccess> {
  const url = serviceUrl(config, terminal.env);
  const given = apiKeyIn(terminal);
  if (given) return { url, key: given, keySource: 'FABULA_API_KEY' };
  const isHere = isLoopback(new URL(url).hostname.replace(/^\[|\]$/g, ''));
  const key = isHere && !config.databaseUrl ? await readCredentials(config.dataDir) : undefined;
  if (key) return { url, key, keySource: credentialsIn(config.dataDir) };
  throw new UsageError(
    'FABULA_API_KEY: set it to a key of the running server. Where it has its own database, start it first ("npm start"); else: npm run -s token -- create --account NAME',
  );
}

async function refuseUnwritable(file: string): Promise<void> {
  await mayAccess(dirname(file), constants.W_OK).catch(() => {
    throw new UsageError(`--out: ${dirname(file)} is not a writable directory.`);
  });
}
