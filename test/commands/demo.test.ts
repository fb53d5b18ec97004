import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chapter, type FakeProvider, hold, reply, startProvider, withPlans } from '../support/provider.ts';
import { until } from '../support/stream.ts';
import {
  Command,
  expectOneLine,
  freshPath,
  get,
  migratedPath,
  ownDirectory,
  run,
  runHere,
  type Server,
  startServer,
} from './support.ts';

ownDirectory();

const rehearsed = /placeholder prose that no model wrote/;

/** The environment of a demo that uses a running server. */
const demoEnv = (server: Server, dataDir: string) => ({ DATA_DIR: dataDir, FABULA_URL: server.url });

describe('the demo on a server without a provider', () => {
  let server: Server;
  let dataDir: string;

  beforeAll(async () => {
    dataDir = await migratedPath();
    server = await startServer({ DATA_DIR: dataDir }, ['--no-sample']);
  });
  afterAll(() => server.stop());

  it('writes a whole placeholder book and marks it as a rehearsal', async () => {
    const out = `${freshPath()}.md`;
    // In a process of its own, as people run it. Most of the others run in this one.
    const { code, stdout, stderr } = await run(
      ['demo', '--words-per-second', '1000', '--out', out],
      demoEnv(server, dataDir),
    );
    expect(code, stderr).toBe(0);
    expect(stderr).toMatch(rehearsed);
    expect(stderr.match(/^ {2}\d+ of 100, (strong|workable|revise|rethink)\. /gm)).toHaveLength(2);
    expect(stderr).toMatch(/^Outline [12] is the book’s now/m);
    expect(stderr).toMatch(/^ {2}3\/3 .+: \d+ words, \d+ words\/s, [\d.]+ s$/m);
    expect(stdout).toMatch(rehearsed);
    expect(stdout).toContain(`Saved as ${out}\n`);
    const epub = out.replace(/md$/, 'epub');
    expect(stdout).toContain(`Saved as ${epub}\n`);
    const files = unzipSync(readFileSync(epub));
    expect(Object.keys(files).filter((name) => /chapter-\d+/.test(name))).toHaveLength(3);
    expect(strFromU8(files['EPUB/title.xhtml'] ?? new Uint8Array())).toContain('The Lamp That Wrote Back (rehearsal)');
    const [{ id, title, status }] = (await get(server, '/v1/books')).data;
    expect({ title, status }).toEqual({ title: 'The Lamp That Wrote Back (rehearsal)', status: 'ready' });
    expect(stdout).toContain(`${server.url}/v1/books/${id}`);
    expect((await get(server, `/v1/books/${id}/characters`)).data).toHaveLength(3);
    expect((await get(server, `/v1/books/${id}/conflicts`)).data).toHaveLength(3);
    expect((await get(server, `/v1/books/${id}/plan`)).data.beatSheet.id).toBe('three-act');

    const text = readFileSync(out, 'utf8');
    expect(text).toMatch(/^# The Lamp That Wrote Back \(rehearsal\)$/m);
    expect(text).toMatch(rehearsed);
    const variants = (await get(server, `/v1/books/${id}/outline/variants`)).data;
    const adopted = variants.find((variant: { adoptedAt: string | null }) => variant.adoptedAt !== null);
    expect(text.match(/^## .*/gm)).toEqual(
      adopted.chapters.map((chapter: { title: string }, index: number) => `## ${index + 1}. ${chapter.title}`),
    );
    const { chapters } = (await get(server, `/v1/books/${id}?include=content`)).data;
    for (const { content } of chapters) expect(text).toContain(content.trim());
    expect(text).not.toContain('*(');
  });

  it('refuses to rehearse in a real book', async () => {
    const created = await fetch(`${server.url}/v1/books`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' },
      body: '{"premise":"A book that somebody means."}',
    });
    const { data } = (await created.json()) as { data: { id: string } };
    const { code, stderr } = await runHere(['demo', '--book', data.id], demoEnv(server, dataDir));
    expect(code).toBe(1);
    expect(stderr).toContain('was not begun as a rehearsal');
  });

  it('refuses a database other than that of the server', async () => {
    const env = { DATA_DIR: freshPath(), FABULA_URL: server.url, FABULA_API_KEY: server.key };
    expect(expectOneLine(await runHere(['demo'], env), 1)).toContain(
      'Set DATA_DIR or DATABASE_URL as the service has it',
    );
  });

  it('reports a wrong key', async () => {
    const env = { ...demoEnv(server, dataDir), FABULA_API_KEY: `fab_live_${'x'.repeat(43)}` };
    expect(expectOneLine(await runHere(['demo'], env), 1)).toContain('refused the key of FABULA_API_KEY');
  });
});

describe('the demo on a server with a provider', () => {
  let server: Server;
  let dataDir: string;
  let provider: FakeProvider;

  beforeAll(async () => {
    provider = await startProvider();
    dataDir = await migratedPath();
    server = await startServer({ DATA_DIR: dataDir, OPENAI_BASE_URL: provider.url }, ['--no-sample']);
  });
  afterAll(async () => {
    await server.stop();
    await provider.close();
  });

  it('writes every chapter with the provider', async () => {
    const out = `${freshPath()}.md`;
    const { code, stdout, stderr } = await runHere(['demo', '--chapters', '2', '--out', out], demoEnv(server, dataDir));
    expect(code, stderr).toBe(0);
    expect(stdout).toMatch(/^"The Lamp That Wrote Back": 2 of 2 chapters, \d+ words, ready\.$/m);
    const text = readFileSync(out, 'utf8');
    expect(text.split(chapter)).toHaveLength(3);
    expect(stdout + stderr + text).not.toMatch(/rehears/i);
    // Two outlines, two grades and two chapters; each chapter is too short and continued once.
    expect(provider.requests).toHaveLength(8);
  });

  it('leaves a readable book when interrupted and continues it on request', async () => {
    const out = `${freshPath()}.md`;
    const { released, release } = hold();
    provider.script(withPlans(reply.text(['The ferry came in late. ', released, 'Nobody was on it.'])));
    const env = demoEnv(server, dataDir);
    const demo = new Command(['demo', '--chapters', '2', '--out', out], env);
    const begun = async () => {
      const [book] = (await get(server, '/v1/books')).data;
      const { chapters } = (await get(server, `/v1/books/${book.id}?include=content`)).data;
      return chapters[0]?.content?.startsWith('The ferry') && chapters[0].status === 'generating' ? book.id : undefined;
    };
    let id: string | undefined;
    await until(async () => {
      id = await begun();
      return id !== undefined;
    });
    demo.signal('SIGINT');
    expect(await demo.exited, demo.stderr).toBe(130);
    release();
    expect(demo.stderr).toContain(`Go on with: npm run demo -- --book ${id} --out ${out}\n`);
    expect(demo.stdout).toContain('0 of 2 chapters');
    expect(readFileSync(out, 'utf8')).toMatch(
      /late\.\n\n\*\(to be continued\)\*\n\n## 2\. .*\n\n\*\(not written yet\)\*\n$/,
    );

    provider.script(reply.text(['She counted the bells.']));
    const { code, stderr } = await runHere(['demo', '--book', id ?? '', '--out', out], env);
    expect(code, stderr).toBe(0);
    const text = readFileSync(out, 'utf8');
    expect(text).toMatch(/The ferry came in late\.\s+She counted the bells\./);
    expect(text).not.toContain('*(');
  });

  it('reports a failing provider and the command to continue', async () => {
    provider.script(withPlans(reply.status(500)));
    const out = `${freshPath()}.md`;
    const { code, stderr } = await runHere(['demo', '--chapters', '1', '--out', out], demoEnv(server, dataDir));
    expect(code).toBe(1);
    expect(stderr).toMatch(/fabula: .*Go on with: npm run demo -- --book bk_\w+/);
    expect(readFileSync(out, 'utf8')).toContain('*(not written yet)*');
  });
});

describe('the demo without a server', () => {
  const key = `fab_live_${'x'.repeat(43)}`;

  it('explains how to start one', async () => {
    const env = { FABULA_API_KEY: key, FABULA_URL: 'http://127.0.0.1:1' };
    expect(expectOneLine(await runHere(['demo'], env), 1)).toContain(
      'No service answers at http://127.0.0.1:1. Start it with "npm start"',
    );
  });

  it('reports a server that is not Fabula', async () => {
    const other = createServer((_request, response) => response.end('hello')).listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const env = { FABULA_API_KEY: key, FABULA_URL: `http://127.0.0.1:${(other.address() as AddressInfo).port}` };
    expect(expectOneLine(await runHere(['demo'], env), 1)).toContain('is not Fabula');
    other.close();
  });

  it('reports a missing key', async () => {
    expect(expectOneLine(await runHere(['demo'], { DATA_DIR: freshPath() }), 2)).toContain('FABULA_API_KEY: ');
  });

  it('never sends the stored key to another machine', async () => {
    const env = { DATA_DIR: freshPath(), FABULA_URL: 'http://fabula.example' };
    expect(expectOneLine(await runHere(['demo'], env), 2)).toContain('FABULA_API_KEY: ');
  });
});
