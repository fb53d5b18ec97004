import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountByName } from '../../src/domain/account/store.ts';
import { faceNames, graphql, http, type Json, Refused, refusal, tool } from '../support/faces.ts';
import { type FakeProvider, hold, reply, startProvider } from '../support/provider.ts';
import { startService, type TestService } from '../support/service.ts';
import { Desk } from '../support/writing.ts';

let provider: FakeProvider;
/** Two nodes over one database. */
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
  const desk = await Desk.at(one.url, await one.newKey({ account: name }));
  const id = (await accountByName(one.database.read, name))?.id ?? '';
  const quota = async (which: string): Promise<Json> => {
    const { quotas } = await desk.ask('GET', '/v1/account/usage');
    return quotas.find((found: Json) => found.name === which);
  };
  return { id, desk, quota };
}

/** As if an account had had chapters written before, today or some days ago. */
async function written(accountId: string, runs: number, { outputTokens = 0, daysAgo = 0 } = {}): Promise<void> {
  await one.database.write`
    INSERT INTO usage_entry (account_id, run_id, day, kind, book_id, model, output_tokens)
    SELECT ${accountId}, 'run ' || n || ' of ' || ${daysAgo}::int, (clock_timestamp() AT TIME ZONE 'UTC')::date - ${daysAgo}::int, 'write', 'bk_gone', 'm', ${outputTokens}::int
    FROM generate_series(1, ${runs}::int) n`;
}

const send = (service: TestService, { key, path }: Desk, body?: object) =>
  http(service.url, key, 'POST', `${path}/write`, body);

/** Has a chapter written through a face; throws Refused. */
const writeOver: Record<(typeof faceNames)[number], (desk: Desk) => Promise<unknown>> = {
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

it('lets exactly as many runs begin as the quota has left, of fifty at once on two nodes, and half-begins none', async () => {
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

describe('a quota that is used up', () => {
  it.each(faceNames)('is quota_exceeded through %s: which, how much, until when, and what to do', async (name) => {
    provider.script();
    const { id, desk } = await newDesk();
    await written(id, 10);
    const asked = provider.requests.length;
    const { code, message, body } = await refusal(writeOver[name](desk));
    expect(code).toBe('quota_exceeded');
    expect(message).toMatch(
      /quota of chapters is used up: 10 of 10\. It begins anew at \d{4}-\d\d-\d\dT00:00:00\.000Z/,
    );
    expect(message).toContain('QUOTA_CHAPTERS_PER_DAY');
    const midnight = Date.parse(/\d{4}-\S+Z/.exec(message)?.[0] ?? '');
    expect(midnight - Date.now()).toBeLessThanOrEqual(24 * 60 * 60 * 1000);
    expect(body.retry_after).toEqual(expect.any(Number));
    expect(message).toContain(`in ${body.retry_after} s`);
    expect(provider.requests).toHaveLength(asked);
    expect(await desk.runs()).toEqual([]);
  });

  it('says how long to wait in the headers too', async () => {
    const { id, desk } = await newDesk();
    await written(id, 10);
    const { status, headers, json } = await send(one, desk);
    expect(status).toBe(429);
    expect(headers.get('retry-after')).toBe(String(json.error.retry_after));
    expect(headers.get('ratelimit-policy')).toContain('"chapters";q=10;w=86400');
    expect(headers.get('ratelimit')).toContain(`"chapters";r=0;t=${json.error.retry_after}`);
  });

  it('is looked at last: what is missing, complete or another’s is said first', async () => {
    provider.script();
    const { id, desk } = await newDesk();
    await send(one, desk);
    await written(id, 9);
    expect(await desk.ask('POST', `${desk.path}/write`)).toMatchObject({ code: 'invalid_state' });
    expect(await desk.ask('POST', `${desk.path}/write`, { wishes: '' })).toMatchObject({ code: 'invalid_request' });
    expect(await desk.ask('POST', `${desk.book}/chapters/ch_none/write`)).toMatchObject({ code: 'not_found' });
    expect(await desk.ask('POST', `${desk.path}/write`, { restart: true })).toMatchObject({ code: 'quota_exceeded' });
    // Refused, so the text that would have made way is still there.
    expect(await desk.chapter()).toMatchObject({ status: 'complete', wordCount: expect.any(Number) });
  });

  it('is another day’s on the next: what was written before midnight in UTC does not count any more', async () => {
    provider.script();
    const { id, desk, quota } = await newDesk();
    await written(id, 10, { daysAgo: 1, outputTokens: 5_000 });
    expect(await quota('chapters')).toMatchObject({ used: 0, remaining: 10 });
    expect(await quota('outputTokens')).toMatchObject({ used: 0, remaining: 5_000 });
    expect((await send(one, desk)).status).toBe(200);
    await one.database.write`UPDATE usage_entry SET day = day - 1 WHERE account_id = ${id}`;
    expect(await quota('chapters')).toMatchObject({ used: 0 });
  });

  it('of output tokens lets no run begin, however few chapters there were', async () => {
    const { id, desk } = await newDesk();
    await written(id, 1, { outputTokens: 5_000 });
    const { status, headers, json } = await send(one, desk);
    expect([status, json.error.code]).toEqual([429, 'quota_exceeded']);
    expect(json.error.message).toMatch(/output tokens is used up: 5000 of 5000.*QUOTA_OUTPUT_TOKENS_PER_DAY/);
    expect(headers.get('ratelimit')).toMatch(/"chapters";r=9;t=\d+, "output-tokens";r=0;t=\d+$/);
  });

  it('is nobody else’s', async () => {
    provider.script();
    const { id } = await newDesk();
    await written(id, 10);
    expect((await send(one, (await newDesk()).desk)).status).toBe(200);
  });
});

describe('what counts', () => {
  it.each([
    ['a refused connection', () => reply.status(401)],
    ['no text', () => reply.emptyStream()],
    ['a filter', () => reply.contentFilter([])],
  ])('not a run that failed without text: %s', async (_what, behaviour) => {
    provider.script(behaviour());
    const { desk, quota } = await newDesk();
    expect((await send(one, desk)).status).toBe(502);
    expect(await quota('chapters')).toMatchObject({ used: 0, remaining: 10 });
  });

  it('a run that wrote something, however it ended, and going on with it as one more', async () => {
    provider.script(reply.cutSocket(['The bell rang once. ']));
    const { desk, quota } = await newDesk();
    await desk.write().ended;
    expect(await desk.ended()).toMatchObject({ state: 'failed' });
    expect(await quota('chapters')).toMatchObject({ used: 1 });
    provider.script();
    await desk.write().ended;
    expect(await quota('chapters')).toMatchObject({ used: 2 });
  });

  it('a run as soon as it begins, and joining it nothing', async () => {
    const gate = hold();
    provider.script(reply.text(['Rain. ', gate.released, 'More rain.']));
    const { desk, quota } = await newDesk();
    const [first, second] = [desk.write(), desk.write()];
    await Promise.all([first.has('Rain.'), second.has('Rain.')]);
    expect(await quota('chapters')).toMatchObject({ used: 1 });
    gate.release();
    await Promise.all([first.ended, second.ended]);
    expect(await quota('chapters')).toMatchObject({ used: 1 });
  });

  it('output tokens as the provider counted them, and where it did not, as the text has them', async () => {
    const { desk, quota } = await newDesk();
    provider.script(reply.text(['Rain.'], { usage: { inputTokens: 100, cachedInputTokens: 0, outputTokens: 700 } }));
    await desk.write().ended;
    expect(await quota('outputTokens')).toMatchObject({ used: 700 });
    provider.script(reply.cutSocket(['The bell rang once, and once more.']));
    await desk.write({ restart: true }).ended;
    await desk.ended();
    // Nine words and signs of a token each, by the encoding.
    expect(await quota('outputTokens')).toMatchObject({ used: 709 });
  });
});

it('refuses by the quota as often as it is asked: what it refuses draws on no other limit', async () => {
  const strict = await startService({
    OPENAI_BASE_URL: provider.url,
    LIMIT_PROVIDER_PER_MINUTE: '2',
    QUOTA_CHAPTERS_PER_DAY: '10',
  });
  const { id, desk } = await newDesk();
  await written(id, 10);
  for (let n = 0; n < 5; n++) expect((await send(strict, desk)).json.error.code).toBe('quota_exceeded');
  await strict.close();
});
