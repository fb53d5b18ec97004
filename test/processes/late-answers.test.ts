import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { ChapterClient } from '../support/chapter-client.ts';
import { type FaultyProxy, startFaultyProxy } from '../support/faulty-proxy.ts';
import { figure, proof } from '../support/proofs.ts';
import { type FakeProvider, type Piece, reply, startProvider } from '../support/provider.ts';
import { startService, type TestService } from '../support/service.ts';
import { until } from '../support/stream.ts';

/** Nodes with a saver each, and the chapters that each writes at a time. More nodes need too many connections of a server. */
const nodeCount = 2;
const chapterCount = 10;
const rounds = proof(1, 10);
/** Longer than an attempt to save may take, shorter than a lease. */
const holdMs = 12_000;
const sentenceCount = 250;

let provider: FakeProvider;
let line: FaultyProxy;
let nodes: TestService[];

beforeAll(async () => {
  provider = await startProvider();
  line = await startFaultyProxy(inject('database'));
  const env = { OPENAI_BASE_URL: provider.url, OPENAI_API_KEY: 'x', LIMIT_PROVIDER_PER_MINUTE: '0' };
  nodes = await Promise.all(Array.from({ length: nodeCount }, () => startService(env, line.target)));
});
afterAll(async () => {
  line.set('open');
  for (const node of nodes) await node.close();
  await line.close();
  await provider.close();
});

/** Numbered sentences, so that a gap shows; some before the line is held, and some for each moment of the hold. */
function sentences(everyMs: number): Piece[] {
  const began = performance.now();
  return Array.from({ length: sentenceCount }, (_, n): Piece[] => [
    pause(Math.max(0, began + n * everyMs - performance.now())),
    `Sentence ${n} of the tide. `,
  ]).flat();
}

async function newChapters(): Promise<ChapterClient[]> {
  const made = nodes.flatMap((node) =>
    Array.from({ length: chapterCount }, async () => ChapterClient.create(node.url, await node.newKey())),
  );
  return Promise.all(made);
}

it(`stores what readers saw when answers of the database arrive ${holdMs / 1000} s late`, async () => {
  let completed = 0;
  for (let round = 0; round < rounds; round++) {
    const clients = await newChapters();
    provider.script(reply.text(sentences((holdMs + 3_000) / sentenceCount)));
    const readings = clients.map((client) => client.write());
    await Promise.all(readings.map((reading) => reading.waitFor('Sentence 9 ')));
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
