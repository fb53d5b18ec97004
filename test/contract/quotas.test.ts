import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountByName } from '../../src/domain/story/account/store.ts';
import { ChapterClient } from '../support/chapter-client.ts';
import { faceNames, graphql, http, type Json, Refused, refusal, tool } from '../support/faces.ts';
import { type FakeProvider, hold, reply, startProvider } from '../support/provider.ts';
import { startService, type TestService } from '../support/service.ts';

let provider: FakeProvider;
/** Two nodes on one database. */
let one: TestService;
let other: TestService;

beforeAll(async () => {
  provider = await startProvider();
  const env = {
    OPENAI_BASE_URL: provider.url,
    LIMIT_PROVIDER_PER_MINUTE: '0',
    LIMIT_PROVIDER_CONCURRENT: '0',
    QUOTA_CHAPTERS_PER_DAY: '10',
    QUOTA_OUTPUT_TOKENS_PER_DAY: '5000',
  };
  [one, other] = await Promise.all([startService(env), startService(env)]);
});
afterAll(async () => {
  await Promise.all([one.close(), other.close()]);
  await provider.close();
});

let accounts = 0;
async function newDesk() {
  const name = `quotas ${process.pid} ${accounts++}`;
  const desk = await ChapterClient.create(one.url, await one.newKey({ account: name }));
  const id = (await accountByName(one.database.read, name))?.id ?? '';
  const quota = async (which: string): Promise<Json> => {
    const { quotas } = await desk.ask('GET', '/v1/account/usage');
    return quotas.find((found: Json) => found.name === which);
  };
  return { id, desk, quota };
}

/** Inserts usage of earlier chapters, today or some days ago. */
async function addUsage(accountId: string, runs: number, { outputTokens = 0, daysAgo = 0 } = {}): Promise<void> {
  await one.database.write`
    INSERT INTO usage_entry (account_id, run_id, day, kind, book_id, model, output_tokens)
    SELECT ${accountId}, 'run ' || n || ' of ' || ${daysAgo}::int, (clock_timestamp() AT TIME ZONE 'UTC')::date - ${daysAgo}::int, 'write', 'bk_gone', 'm', ${outputTokens}::int
    FROM generate_series(1, ${runs}::int) n`;
}

const send = (service: TestService, { key, path }: ChapterClient, body?: object) =>
  http(service.url, key, 'POST', `${path}/write`, body);

/** Writes a chapter through a face; throws Refused. */
const writeOver: Record<(typeof faceNames)[number], (desk: ChapterClient) => Promise<unknown>> = {
  REST: async (desk) => {
    const { status, json } = await send(one, desk);
    if (json?.error) throw new Refused(json.error, status);
  },
  GraphQL: ({ key, bookId, chapterId }) =>
    graphql(
      one.url,
      key,
      'mutation($b: ID!, $c: ID!) { writeChapter(bookId: $b, chapterId: $c, waitSeconds: 20) { id } }',
      {
        b: bookId,
        c: chapterId,
      },
    ),
  MCP: ({ key, bookId, chapterId }) => tool(one.url, key, 'write_chapter', { bookId, chapterId }),
};

it('admits exactly the quota of fifty concurrent runs on two nodes', async () => {
  provider.script();
  const { id, desk, quota } = await newDesk();
  const chapters: string[] = [];
  for (let n = 0; n < 50; n++) chapters.push((await desk.ask('POST', `${desk.book}/chapters`, {})).id);
  const answers = await Promise.all(
    chapters.map((chapterId, index) =>
      http(index % 2 ? one.url : other.url, desk.key, 'POST', `${desk.book}/chapters/${chapterId}/write`),
    ),
  );
  const outcomes = answers.map(({ status, json }) => json?.error?.code ?? status);
  expect(outcomes.filter((outcome) => outcome === 200)).toHaveLength(10);
  expect(outcomes.filter((outcome) => outcome === 'quota_exceeded')).toHaveLength(40);
  const [rows] = await one.database.read`
    SELECT (SELECT count(*) FROM run WHERE account_id = ${id})::int AS runs, (SELECT count(*) FROM usage_entry WHERE account_id = ${id})::int AS entries,
      (SELECT count(*) FROM chapter WHERE account_id = ${id} AND text_status = 'complete')::int AS complete,
      (SELECT count(*) FROM chapter WHERE account_id = ${id} AND version > 1)::int AS touched`;
  expect(rows).toEqual({ runs: 10, entries: 10, complete: 10, touched: 10 });
  expect(await quota('chapters')).toMatchObject({ limit: 10, used: 10, remaining: 0 });
});

describe('an exhausted quota', () => {
  it.each(faceNames)('answers quota_exceeded through %s with quota, reset time and setting', async (name) => {
    provider.script();
    const { id, desk } = await newDesk();
    await addUsage(id, 10);
    const asked = provider.requests.length;
    const { code, message, body } = await refusal(writeOver[name](desk));
    expect(code).toBe('quota_exceeded');
    expect(message).toMatch(/quota of chapters is used up: 10 of 10\. It resets at \d{4}-\d\d-\d\dT00:00:00\.000Z/);
    expect(message).toContain('QUOTA_CHAPTERS_PER_DAY');
    const midnight = Date.parse(/\d{4}-\S+Z/.exec(message)?.[0] ?? '');
    expect(midnight - Date.now()).toBeLessThanOrEqual(24 * 60 * 60 * 1000);
    expect(body.retry_after).toEqual(expect.any(Number));
    expect(message).toContain(`in ${body.retry_after} s`);
    expect(provider.requests).toHaveLength(asked);
    expect(await desk.runs()).toEqual([]);
  });

  it('reports the wait in the headers', async () => {
    const { id, desk } = await newDesk();
    await addUsage(id, 10);
    const { status, headers, json } = await send(one, desk);
    expect(status).toBe(429);
    expect(headers.get('retry-after')).toBe(String(json.error.retry_after));
    expect(headers.get('ratelimit-policy')).toContain('"chapters";q=10;w=86400');
    expect(headers.get('ratelimit')).toContain(`"chapters";r=0;t=${json.error.retry_after}`);
  });

  it('is reported only if there is no other error', async () => {
    provider.script();
    const { id, desk } = await newDesk();
    await send(one, desk);
    await addUsage(id, 9);
    expect(await desk.ask('POST', `${desk.path}/write`)).toMatchObject({ code: 'invalid_state' });
    expect(await desk.ask('POST', `${desk.path}/write`, { wishes: '' })).toMatchObject({ code: 'invalid_request' });
    expect(await desk.ask('POST', `${desk.book}/chapters/ch_none/write`)).toMatchObject({ code: 'not_found' });
    expect(await desk.ask('POST', `${desk.path}/write`, { restart: true })).toMatchObject({ code: 'quota_exceeded' });
    // The refused restart did not clear the text.
    expect(await desk.chapter()).toMatchObject({ status: 'complete', wordCount: expect.any(Number) });
  });

  it('resets at midnight UTC', async () => {
    provider.script();
    const { id, desk, quota } = await newDesk();
    await addUsage(id, 10, { daysAgo: 1, outputTokens: 5_000 });
    expect(await quota('chapters')).toMatchObject({ used: 0, remaining: 10 });
    expect(await quota('outputTokens')).toMatchObject({ used: 0, remaining: 5_000 });
    expect((await send(one, desk)).status).toBe(200);
    await one.database.write`UPDATE usage_entry SET day = day - 1 WHERE account_id = ${id}`;
    expect(await quota('chapters')).toMatchObject({ used: 0 });
  });

  it('of output tokens also blocks new runs', async () => {
    const { id, desk } = await newDesk();
    await addUsage(id, 1, { outputTokens: 5_000 });
    const { status, headers, json } = await send(one, desk);
    expect([status, json.error.code]).toEqual([429, 'quota_exceeded']);
    expect(json.error.message).toMatch(/output tokens is used up: 5000 of 5000.*QUOTA_OUTPUT_TOKENS_PER_DAY/);
    expect(headers.get('ratelimit')).toMatch(/"chapters";r=9;t=\d+, "output-tokens";r=0;t=\d+$/);
  });

  it('does not affect other accounts', async () => {
    provider.script();
    const { id } = await newDesk();
    await addUsage(id, 10);
    expect((await send(one, (await newDesk()).desk)).status).toBe(200);
  });
});

describe('a quota', () => {
  it.each([
    ['a refused connection', () => reply.status(401)],
    ['an empty reply', () => reply.emptyStream()],
    ['a content filter', () => reply.contentFilter([])],
  ])('does not count a run that failed without text: %s', async (_what, behaviour) => {
    provider.script(behaviour());
    const { desk, quota } = await newDesk();
    expect((await send(one, desk)).status).toBe(502);
    expect(await quota('chapters')).toMatchObject({ used: 0, remaining: 10 });
  });

  it('counts every run that wrote text, including continuations', async () => {
    provider.script(reply.cutSocket(['The bell rang once. ']));
    const { desk, quota } = await newDesk();
    await desk.write().ended;
    expect(await desk.waitForRun()).toMatchObject({ state: 'failed' });
    expect(await quota('chapters')).toMatchObject({ used: 1 });
    provider.script();
    await desk.write().ended;
    expect(await quota('chapters')).toMatchObject({ used: 2 });
  });

  it('counts a run at its start and ignores joins', async () => {
    const gate = hold();
    provider.script(reply.text(['Rain. ', gate.released, 'More rain.']));
    const { desk, quota } = await newDesk();
    const [first, second] = [desk.write(), desk.write()];
    await Promise.all([first.waitFor('Rain.'), second.waitFor('Rain.')]);
    expect(await quota('chapters')).toMatchObject({ used: 1 });
    gate.release();
    await Promise.all([first.ended, second.ended]);
    expect(await quota('chapters')).toMatchObject({ used: 1 });
  });

  it('counts output tokens from the provider, or estimates them from the text', async () => {
    const { desk, quota } = await newDesk();
    provider.script(reply.text(['Rain.'], { usage: { inputTokens: 100, cachedInputTokens: 0, outputTokens: 700 } }));
    await desk.write().ended;
    expect(await quota('outputTokens')).toMatchObject({ used: 700 });
    provider.script(reply.cutSocket(['The bell rang once, and once more.']));
    await desk.write({ restart: true }).ended;
    await desk.waitForRun();
    // Nine words and punctuation marks are one token each.
    expect(await quota('outputTokens')).toMatchObject({ used: 709 });
  });
});

it('a refusal by quota counts against no other limit', async () => {
  const strict = await startService({
    OPENAI_BASE_URL: provider.url,
    LIMIT_PROVIDER_PER_MINUTE: '2',
    QUOTA_CHAPTERS_PER_DAY: '10',
  });
  const { id, desk } = await newDesk();
  await addUsage(id, 10);
  for (let n = 0; n < 5; n++) expect((await send(strict, desk)).json.error.code).toBe('quota_exceeded');
  await strict.close();
});
