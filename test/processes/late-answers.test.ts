import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openEmbedded } from '../../src/sql/embedded/embedded.ts';
import { ChapterClient } from '../support/chapter-client.ts';
import { makeDataDirectory } from '../support/data-directory.ts';
import { type FaultyProxy, startFaultyProxy } from '../support/faulty-proxy.ts';
import { figure, proof } from '../support/proofs.ts';
import { type FakeProvider, hold, type Piece, reply, startProvider } from '../support/provider.ts';
import { startService, type TestService } from '../support/service.ts';
import { type StreamedResponse, until } from '../support/stream.ts';

/** Nodes with a saver each, and the chapters that each writes at a time. */
const nodeCount = 2;
const chapterCount = 10;
const rounds = proof(1, 10);
/** Longer than an attempt to save may take, shorter than a lease. */
const holdMs = 12_000;
const sentenceCount = 250;

/** A database of its own: held transactions delay the events of everybody else. */
let engine: Awaited<ReturnType<typeof openEmbedded>>;
let folder: string;
let provider: FakeProvider;
let line: FaultyProxy;
let nodes: TestService[];

beforeAll(async () => {
  folder = await makeDataDirectory(await mkdtemp(join(tmpdir(), 'fabula-late-')));
  engine = await openEmbedded(folder);
  const { socketPath } = engine;
  provider = await startProvider();
  line = await startFaultyProxy({ socketPath });
  const env = { OPENAI_BASE_URL: provider.url, OPENAI_API_KEY: 'x', LIMIT_PROVIDER_PER_MINUTE: '0' };
  nodes = await Promise.all(Array.from({ length: nodeCount }, () => startService(env, line.target)));
});
afterAll(async () => {
  line.set('open');
  for (const node of nodes) await node.close();
  await line.close();
  await provider.close();
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

/** Sentences that come before the line is held. */
const firstCount = 10;

/** Numbered sentences, so that a gap shows; some before all chapters have begun, and some for each moment of the hold. */
function sentences(begun: Promise<void>, everyMs: number): Piece[] {
  return Array.from({ length: sentenceCount }, (_, n): Piece[] => [
    ...(n < firstCount ? [] : [begun.then(() => pause((n - firstCount) * everyMs))]),
    `Sentence ${n} of the tide. `,
  ]).flat();
}

/** Begins a chapter. So many at once can be too much for a busy machine, which then asks to try again. */
async function begin(client: ChapterClient): Promise<StreamedResponse> {
  for (;;) {
    const reading = client.write();
    const fault = await reading.waitFor(`Sentence ${firstCount - 1} `).catch(String);
    if (!fault) return reading;
    expect(fault).toContain('"code":"unavailable"');
  }
}

async function newChapters(): Promise<ChapterClient[]> {
  const made: ChapterClient[] = [];
  for (const node of nodes)
    for (let n = 0; n < chapterCount; n++) made.push(await ChapterClient.create(node.url, await node.newKey()));
  return made;
}

it(`stores what readers saw when answers of the database arrive ${holdMs / 1000} s late`, async () => {
  let completed = 0;
  for (let round = 0; round < rounds; round++) {
    const clients = await newChapters();
    const begun = hold();
    provider.script((request, response) =>
      reply.text(sentences(begun.released, (holdMs + 3_000) / sentenceCount))(request, response),
    );
    const readings = await Promise.all(clients.map(begin));
    begun.release();
    await pause(Math.random() * 400);
    line.set('held');
    await pause(holdMs);
    line.set('open');
    for (const [index, reading] of readings.entries()) {
      const { text, isWhole } = await reading.ended;
      const client = clients[index] ?? expect.fail('no client');
      await until(async () => (await client.runs())[0]?.state !== 'running');
      const chapter = await client.ask('GET', client.path);
      if (isWhole) expect(chapter).toMatchObject({ status: 'complete' });
      expect(chapter.content.startsWith(text.trimEnd())).toBe(true);
      if (chapter.status === 'complete') completed += 1;
    }
  }
  figure('chapters complete after late answers of the database', completed, `of ${rounds * nodeCount * chapterCount}`);
  expect(completed).toBeGreaterThan(0);
});
