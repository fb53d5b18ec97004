import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { http, tool } from '../support/faces.ts';
import { chapter, type FakeProvider, startProvider } from '../support/provider.ts';
import { type FakeSpeech, startSpeech } from '../support/speech.ts';
import { Desk } from '../support/writing.ts';
import { freshPath, ownDirectory, type Server, startServer } from './support.ts';

ownDirectory();

// Each starts processes of its own, which a busy machine makes wait.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const root = new URL('../../', import.meta.url);
const pages = ['README.md', ...readdirSync(new URL('docs/', root)).map((name) => `docs/${name}`)].filter((name) =>
  name.endsWith('.md'),
);
const textOf = (page: string) => readFileSync(new URL(page, root), 'utf8');

/** The commands of a page's shell samples, one each, however many lines it is printed on. */
const blocks = pages.flatMap((page) =>
  [...textOf(page).matchAll(/```sh\n(.*?)```/gs)].flatMap(([, block = '']) =>
    block
      .replaceAll(/\\\n\s*/g, '')
      .trim()
      .split('\n')
      .map((line) => [page, line] as const),
  ),
);
/** The npm commands that a page names in its text, without what may be left out. */
const inline = pages.flatMap((page) =>
  [...textOf(page).matchAll(/`(npm [^`]+)`/g)].map(
    ([, line = '']) => [page, line.replaceAll(/ \[.*?\]/g, '')] as const,
  ),
);
const starting = (begins: string) => [...blocks, ...inline].filter(([, line]) => line.startsWith(begins));
const once = (list: (readonly [string, string])[]) => [...new Map(list.map((one) => [one[1], one])).values()];

/** Run elsewhere: by whoever runs this, by another file of this folder, or by hand, because it changes the checkout. */
const elsewhere =
  /^([A-Z_]+=\S+ )*npm (start|test|ci( --(omit|prefix)[= ]\S+)?( +#.*)?|ci && npm (start|test)|run (demo|editor|generate|bench .*))$/;

let provider: FakeProvider;
let speech: FakeSpeech;
let server: Server;
let env: Record<string, string>;
/** A key that may be revoked. */
let spareId: string;

beforeAll(async () => {
  provider = await startProvider();
  speech = await startSpeech();
  env = { DATA_DIR: freshPath() };
  server = await startServer({ ...env, OPENAI_BASE_URL: provider.url, SPEECH_BASE_URL: speech.url });
  const body = { scopes: ['books:read'] };
  spareId = (await http(server.url, server.key, 'POST', '/v1/account/tokens', body)).json.data.id;
});
afterAll(async () => {
  await server.stop();
  await provider.close();
  await speech.close();
});

/** Runs a line as a reader would, in the folder of the checkout; fails unless it ends with 0. */
async function ran(line: string): Promise<string> {
  const shell = { cwd: root, env: { PATH: process.env.PATH, HOME: process.env.HOME, LOG_LEVEL: 'warn', ...env } };
  const running = promisify(execFile)('sh', ['-c', line], shell);
  running.child.stdin?.end();
  return (await running).stdout;
}

/** The line with what it has capitals for. */
async function filled(line: string): Promise<string> {
  // What readers see or hear is finished; what is to be written is not there yet.
  const desk = await Desk.at(server.url, server.key, /\/(publish|narrate)\b/.test(line) ? { content: 'Fog.' } : {});
  const names = line.includes('CHARACTER')
    ? { CHARACTER: (await desk.ask('POST', `${desk.book}/characters`, { name: 'Emma' })).id }
    : {};
  const words = { BOOK: desk.bookId, CHAPTER: desk.chapterId, KEY: server.key, ...names };
  return Object.entries(words).reduce(
    (text, [word, value]) => text.replaceAll(new RegExp(`\\b${word}\\b`, 'g'), value),
    line.replaceAll('http://127.0.0.1:4000', server.url),
  );
}

describe('the samples of README and docs, run as they are printed', () => {
  it('are all of a kind that is run here, or elsewhere', () => {
    const known = /^(curl|claude mcp add|npm run -s (token|mcp)|npm run db:migrate)\b/;
    expect([...blocks, ...inline].filter(([, line]) => !known.test(line) && !elsewhere.test(line))).toEqual([]);
  });

  const [files, answers] = [true, false].map((isFile) =>
    once(starting('curl ')).filter(([, line]) => line.includes(' -o ') === isFile),
  );

  it.each(files ?? [])('%s: %s', async (_page, line) => {
    const directory = freshPath();
    mkdirSync(directory, { recursive: true });
    const [, name = ''] = / -o (\S+)/.exec(line) ?? [];
    await ran((await filled(line)).replace(name, `${directory}/${name}`));
    const begins = { epub: 'PK', svg: '<svg' }[name.split('.').at(-1) ?? ''];
    expect(readFileSync(`${directory}/${name}`, 'latin1')).toMatch(new RegExp(`^${begins}`));
  });

  it.each(answers ?? [])('%s: %s', async (_page, line) => {
    const output = await ran(await filled(line));
    if (line.includes('text/event-stream')) expect(output).toContain('event: run');
    else if (line.includes('/write')) expect(output).toBe(chapter);
    else expect(JSON.parse(output.split('\r\n\r\n').at(-1) ?? '')).toMatchObject({ data: expect.anything() });
  });

  it.each(once(starting('claude ')))('%s: %s', async (_page, line) => {
    const [, url = '', key = ''] =
      /(http\S+)\/mcp --header "Authorization: Bearer (\S+)"/.exec(await filled(line)) ?? [];
    expect((await tool(url, key, 'list_books', {})).structuredContent.data.length).toBeGreaterThan(0);
  });

  it.each(once(starting('npm run').filter(([, line]) => !elsewhere.test(line))))('%s: %s', async (_page, line) => {
    await ran(line.replace(/\bNAME\b/, 'author').replace(/\bID\b/, spareId));
  });
});
