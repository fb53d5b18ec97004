import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ChapterClient } from '../support/chapter-client.ts';
import { http, tool } from '../support/faces.ts';
import { chapter, type FakeProvider, startProvider } from '../support/provider.ts';
import { type FakeSpeech, startSpeech } from '../support/speech.ts';
import { migratedPath, ownDirectory, type Server, startServer } from './support.ts';

ownDirectory();

const root = new URL('../../', import.meta.url);
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(new URL('docs/', root)).map((name) => `docs/${name}`),
].filter((name) => name.endsWith('.md'));
const textOf = (page: string) => readFileSync(new URL(page, root), 'utf8');

/** The commands in the shell samples of each page, with continuation lines joined. readme.test.ts runs those of README. */
const blocks = pages.flatMap((page) =>
  [...textOf(page).matchAll(/```sh\n(.*?)```/gs)].flatMap(([, block = '']) =>
    block
      .replaceAll(/\\\n\s*/g, '')
      .trim()
      .split('\n')
      .map((line) => [page, line] as const),
  ),
);
/** The npm commands in the text of each page, without optional parts. */
const inline = pages.flatMap((page) =>
  [...textOf(page).matchAll(/`(npm [^`]+)`/g)].map(
    ([, line = '']) => [page, line.replaceAll(/ \[.*?\]/g, '')] as const,
  ),
);
const starting = (begins: string) => [...blocks, ...inline].filter(([, line]) => line.startsWith(begins));
const once = (list: (readonly [string, string])[]) => [...new Map(list.map((one) => [one[1], one])).values()];

/** npm commands that this test runs. Others take long or change the checkout. */
const runHere = /^npm run (-s (token|mcp|login)|db:migrate)\b/;
/** Other npm commands that pages may name, with any arguments. */
const notRunHere =
  /^([A-Z_]+=\S+ )*npm (start|test|ci|uninstall|run (-s )?(demo|editor|generate|notices|sentences|check|dev|proofs|test:\w+|bench(:\w+)?))( .*)?$/;

/** Commands of a backup. A test of the database runs the same tools (test/sql/function-paths.test.ts). */
const ofBackups = /^(pg_dump|pg_restore|createdb|psql|tar) /;

let provider: FakeProvider;
let speech: FakeSpeech;
let server: Server;
let env: Record<string, string>;
/** The id of a key to revoke. */
let spareId: string;

beforeAll(async () => {
  provider = await startProvider();
  speech = await startSpeech();
  env = { DATA_DIR: await migratedPath() };
  server = await startServer({ ...env, OPENAI_BASE_URL: provider.url, SPEECH_BASE_URL: speech.url });
  const body = { scopes: ['books:read'] };
  spareId = (await http(server.url, server.key, 'POST', '/v1/account/tokens', body)).json.data.id;
});
afterAll(async () => {
  await server.stop();
  await provider.close();
  await speech.close();
});

/** Runs a command in the checkout and expects exit code 0. */
async function runShell(line: string): Promise<string> {
  const shell = { cwd: root, env: { PATH: process.env.PATH, HOME: process.env.HOME, LOG_LEVEL: 'warn', ...env } };
  const running = promisify(execFile)('sh', ['-c', line], shell);
  running.child.stdin?.end();
  return (await running).stdout;
}

/** Replaces the placeholders of a command. */
async function fillPlaceholders(line: string): Promise<string> {
  // Publishing and narrating need a complete chapter; writing needs an empty one.
  const client = await ChapterClient.create(
    server.url,
    server.key,
    /\/(publish|narrate)\b/.test(line) ? { content: 'Fog.' } : {},
  );
  const names = line.includes('CHARACTER')
    ? { CHARACTER: (await client.ask('POST', `${client.book}/characters`, { name: 'Emma' })).id }
    : {};
  const words = { BOOK: client.bookId, CHAPTER: client.chapterId, KEY: server.key, ...names };
  return Object.entries(words).reduce(
    (text, [word, value]) => text.replaceAll(new RegExp(`\\b${word}\\b`, 'g'), value),
    line.replaceAll('http://127.0.0.1:4000', server.url).replaceAll('$FABULA_API_KEY', server.key),
  );
}

describe('samples of README and docs', () => {
  it('are commands that this test runs or explicitly skips', () => {
    const isKnown = (line: string) =>
      /^(curl|claude mcp add) /.test(line) || [runHere, notRunHere, ofBackups].some((known) => known.test(line));
    const here = [...blocks.filter(([page]) => page !== 'README.md'), ...inline];
    expect(here.filter(([, line]) => !isKnown(line))).toEqual([]);
  });

  it.each(once(starting('curl ').filter(([page]) => page !== 'README.md')))('%s: %s', async (_page, line) => {
    const output = await runShell(await fillPlaceholders(line));
    if (line.includes('text/event-stream')) expect(output).toContain('event: run');
    else if (line.includes('/write')) expect(output).toBe(chapter);
    else expect(JSON.parse(output.split('\r\n\r\n').at(-1) ?? '')).toMatchObject({ data: expect.anything() });
  });

  it.each(once(starting('claude ')))('%s: %s', async (_page, line) => {
    const [, url = '', key = ''] =
      /(http\S+)\/mcp --header "Authorization: Bearer (\S+)"/.exec(await fillPlaceholders(line)) ?? [];
    expect((await tool(url, key, 'list_books', {})).structuredContent.data.length).toBeGreaterThan(0);
  });

  it.each(once(starting('npm run').filter(([, line]) => runHere.test(line))))('%s: %s', async (_page, line) => {
    await runShell(line.replace(/\bNAME\b/, 'author').replace(/\bID\b/, spareId));
  });
});
