import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { ChapterClient } from '../support/chapter-client.ts';
import { graphql } from '../support/faces.ts';
import { type FaultyProxy, startFaultyProxy } from '../support/faulty-proxy.ts';
import { proof } from '../support/proofs.ts';
import { type FakeProvider, hold, reply, startProvider } from '../support/provider.ts';
import { startService, type TestService } from '../support/service.ts';
import { openStream, until } from '../support/stream.ts';

const count = proof(12, 50);
let provider: FakeProvider;
let line: FaultyProxy;
let service: TestService;
beforeAll(async () => {
  provider = await startProvider();
  line = await startFaultyProxy(inject('database'));
  service = await startService(
    { OPENAI_BASE_URL: provider.url, LIMIT_PROVIDER_PER_MINUTE: '0', LIMIT_PROVIDER_CONCURRENT: '0' },
    line.target,
  );
});
afterAll(async () => {
  await service.close();
  await line.close();
  await provider.close();
});

/** The provider's text for stream `n`: unique to the stream and not only ASCII. */
const partOf = (n: string, part: string) => Array.from({ length: 20 }, (_, at) => `${part} ${at} of ${n}: “🛶 späť”. `);
const textOf = (n: number) => ['one', 'two', 'three'].flatMap((part) => partOf(String(n), part)).join('');

it(`delivers and stores all text of ${count} streams across a database outage`, async () => {
  const [away, back] = [hold(), hold()];
  provider.script((request, response) => {
    const n = /stream (\d+);/.exec(JSON.stringify(request.body.messages))?.[1] ?? '';
    const pieces = [...partOf(n, 'one'), away.released, ...partOf(n, 'two'), back.released, ...partOf(n, 'three')];
    return reply.text(pieces)(request, response);
  });
  const key = await service.newKey();
  const desks = await Promise.all(Array.from({ length: count }, () => ChapterClient.create(service.url, key)));
  const writers = desks.map((desk, n) => desk.write({ instructions: `This is stream ${n};` }));
  await Promise.all(writers.map((writer, n) => writer.waitFor(`one 19 of ${n}:`)));
  const runIds = await Promise.all(writers.map(async ({ began }) => String((await began).headers['x-run-id'])));
  // A second reader joins each stream midway; every other one subscribes.
  const readers = runIds.map((runId, n) =>
    n % 2
      ? openStream(service.url, key, 'GET', `/v1/runs/${runId}/stream?from_offset=0`)
      : openStream(service.url, key, 'POST', '/graphql', {
          body: { query: `subscription { proseStream(runId: "${runId}") { text } }` },
          headers: { accept: 'text/event-stream' },
        }),
  );
  await Promise.all(readers.map((reader, n) => reader.waitFor(`one 19 of ${n}:`)));

  line.set('closed');
  away.release();
  // Streaming continues while the database is unreachable.
  await Promise.all(writers.map((writer, n) => writer.waitFor(`two 19 of ${n}:`)));
  await until(() => service.logged.some((said) => said.includes('text could not be saved')));
  line.set('open');
  back.release();

  const seen = await Promise.all(writers.map(async ({ ended }) => (await ended).text));
  expect(seen).toEqual(desks.map((_, n) => textOf(n)));
  const seenSecond = await Promise.all(readers.map(async ({ ended }) => proseIn((await ended).text)));
  expect(seenSecond).toEqual(seen);
  const query = `query ($b: ID!, $c: ID!) { chapter(bookId: $b, chapterId: $c) { content status } }`;
  for (const [n, { bookId, chapterId }] of desks.entries())
    expect(await graphql(service.url, key, query, { b: bookId, c: chapterId })).toEqual({
      chapter: { content: textOf(n), status: 'complete' },
    });
});

/** The text of a response: plain text, or the joined pieces of a subscription. */
function proseIn(answer: string): string {
  const events = [...answer.matchAll(/^data: (\{.+\})$/gm)].map(([, data]) => JSON.parse(data ?? ''));
  return events.length > 0 ? events.map(({ data }) => data.proseStream.text).join('') : answer;
}
