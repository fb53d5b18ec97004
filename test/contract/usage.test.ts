import { describe, expect, it } from 'vitest';
import { ChapterClient } from '../support/chapter-client.ts';
import { facesOf, faultsOf, graphql, type Json, refusal } from '../support/faces.ts';
import { reply } from '../support/provider.ts';
import { serviceWith } from '../support/service-with.ts';
import { statementsOf } from '../support/statements.ts';

const { own, fakes } = serviceWith(
  { text: true },
  { MODEL_PRICES: 'gpt-5-mini=0.25/0.025/2, elsewhere/model:1=1/1/1', QUOTA_OUTLINES_PER_DAY: '0' },
);

const usage = { inputTokens: 1000, cachedInputTokens: 400, outputTokens: 50 };
/** 600 input tokens at 0.25, 400 cached ones at 0.025, and 50 output tokens at 2. */
const cost = 260;

const newClient = async () => ChapterClient.create(own.url(), await own.running().newKey());
const usageOf = (client: ChapterClient, query = ''): Promise<Json> => client.ask('GET', `/v1/account/usage${query}`);
const today = new Date().toISOString().slice(0, 10);

const none = {
  runs: 0,
  countedRuns: 0,
  inputTokens: 0,
  cachedInputTokens: 0,
  outputTokens: 0,
  estimatedRuns: 0,
  costMicros: null,
  unpricedRuns: 0,
};
const sum = { ...none, runs: 1, countedRuns: 1, ...usage, costMicros: cost };

describe('account usage', () => {
  it('is zero at first', async () => {
    const client = await newClient();
    expect(await usageOf(client)).toMatchObject({ to: today, totals: none, days: [], kinds: [], books: [] });
  });

  it('reports runs by day, kind and book, equally on every face', async () => {
    fakes.text.script(reply.text(['Rain.'], { usage }));
    const client = await newClient();
    await client.write().ended;
    const answers = await Promise.all(facesOf(own.url(), client.key).map((face) => face.call('usage', {})));
    expect(answers[0]).toMatchObject({
      totals: sum,
      days: [{ day: today, ...sum }],
      kinds: [{ kind: 'write', ...sum }],
      books: [{ bookId: client.bookId, title: 'Untitled Book', ...sum }],
      quotas: [
        { name: 'chapters', limit: 200, used: 1, remaining: 199, resetsAt: expect.stringMatching(/T00:00:00\.000Z$/) },
        { name: 'narrations', limit: 50, used: 0, remaining: 50 },
        { name: 'outlines', limit: null, used: 0, remaining: null },
        { name: 'covers', limit: 20, used: 0, remaining: 20 },
        { name: 'outputTokens', limit: 2_000_000, used: 50, remaining: 1_999_950 },
      ],
    });
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect((await client.runs())[0].usage).toEqual({ ...usage, costMicros: cost });
    const { account } = await graphql(own.url(), client.key, '{ account { usage { totals { runs costMicros } } } }');
    expect(account.usage.totals).toEqual({ runs: 1, costMicros: cost });
  });

  it('is kept when the book is deleted and purged', async () => {
    fakes.text.script(reply.text(['Rain.'], { usage }));
    const client = await newClient();
    await client.write().ended;
    await client.ask('DELETE', client.book);
    const books = [{ bookId: client.bookId, title: null, ...sum }];
    expect(await usageOf(client)).toMatchObject({ totals: sum, books });
    await own.running().database.write`DELETE FROM book WHERE id = ${client.bookId}`;
    expect(await usageOf(client)).toMatchObject({ totals: sum, books });
  });

  it('covers the requested days, both ends included', async () => {
    const client = await newClient();
    const [row] = await own.running().database.read<
      { accountId: string }[]
    >`SELECT account_id FROM book WHERE id = ${client.bookId}`;
    for (const day of ['2026-01-31', '2026-02-01', '2026-02-28', '2026-03-01'])
      await own.running().database.write`
        INSERT INTO usage_entry (account_id, run_id, day, kind, book_id, model, output_tokens, cost_micros)
        VALUES (${row?.accountId ?? ''}, ${day}, ${day}::text::date, ${day < '2026-02-28' ? 'write' : 'outline'}, ${client.bookId}, 'm', 10, 5)`;
    const february = await usageOf(client, '?from=2026-02-01&to=2026-02-28');
    expect(february).toMatchObject({ from: '2026-02-01', to: '2026-02-28', totals: { runs: 2, costMicros: 10 } });
    expect(february.days.map(({ day }: Json) => day)).toEqual(['2026-02-28', '2026-02-01']);
    expect(february.kinds.map(({ kind }: Json) => kind)).toEqual(['outline', 'write']);
    expect(await usageOf(client, '?to=2026-03-01')).toMatchObject({ from: '2026-01-31', totals: { runs: 4 } });
    expect(await usageOf(client, '?from=2026-03-01')).toMatchObject({ to: today, totals: { runs: 1 } });
  });

  it('lists the books with the most output tokens first', async () => {
    const client = await newClient();
    const [row] = await own.running().database.read<
      { accountId: string }[]
    >`SELECT account_id FROM book WHERE id = ${client.bookId}`;
    const tokens = { less: 10, most: 30, more: 20 };
    for (const [name, count] of Object.entries(tokens))
      await own.running().database.write`
        INSERT INTO usage_entry (account_id, run_id, day, kind, book_id, model, output_tokens)
        VALUES (${row?.accountId ?? ''}, ${name}, '2026-02-01', 'write', ${`bk_${name}`}, 'm', ${count})`;
    const { books } = await usageOf(client, '?from=2026-02-01&to=2026-02-01');
    expect(books.map(({ bookId }: Json) => bookId)).toEqual(['bk_most', 'bk_more', 'bk_less']);
  });

  it.each(facesOf('', '').map(({ name }) => name))(
    'rejects invalid dates and reversed ranges through %s',
    async (name) => {
      const client = await newClient();
      const call = facesOf(own.url(), client.key).find((face) => face.name === name)?.call;
      expect(await faultsOf(call?.('usage', { from: '2026-02-30' }) ?? Promise.resolve())).toEqual(['from']);
      expect(await faultsOf(call?.('usage', { to: '0000-02-29' }) ?? Promise.resolve())).toEqual(['to']);
      expect(await faultsOf(call?.('usage', { to: 'today' }) ?? Promise.resolve())).toEqual(['to']);
      expect(await faultsOf(call?.('usage', { from: '2026-02-02', to: '2026-02-01' }) ?? Promise.resolve())).toEqual([
        'from',
      ]);
    },
  );

  it('requires account:read, and hides book titles without books:read', async () => {
    const account = 'an accountant';
    fakes.text.script(reply.text(['Rain.'], { usage }));
    await (await ChapterClient.create(own.url(), await own.running().newKey({ account }))).write().ended;
    const accountant = await own.running().newKey({ account, scopes: ['account:read'] });
    for (const { call } of facesOf(own.url(), accountant))
      expect((await call('usage', {})).books).toMatchObject([{ runs: 1, title: null }]);
    const key = await own.running().newKey({ scopes: ['books:read', 'generation:run'] });
    for (const { call } of facesOf(own.url(), key))
      expect((await refusal(call('usage', {}))).code).toBe('insufficient_scope');
  });

  it('takes three statements for any number of books', async () => {
    const client = await newClient();
    expect(await statementsOf(own.running(), () => usageOf(client))).toHaveLength(3);
  });
});

describe('usage without provider counts or prices', () => {
  it('is estimated, has no cost, and is reported as such', async () => {
    fakes.text.script(reply.cutSocket(['The bell rang once, and once more.']));
    const client = await newClient();
    await client.write().ended;
    await client.waitForRun();
    const { totals } = await usageOf(client);
    expect(totals).toMatchObject({ estimatedRuns: 1, outputTokens: 9, costMicros: null, unpricedRuns: 1 });
    // The prompt, counted with our tokenizer.
    expect(totals.inputTokens).toBeGreaterThan(200);
    expect((await client.runs())[0].usage).toEqual({
      inputTokens: null,
      cachedInputTokens: null,
      outputTokens: null,
      costMicros: null,
    });
  });

  it('is estimated only for the requests that the provider did not count', async () => {
    fakes.text.script(
      reply.text(['The bell rang once. '.repeat(5)], { finish: 'length', usage }),
      reply.cutSocket(['The bell rang twice, and it rained.']),
    );
    const client = await newClient();
    await client.write().ended;
    await client.waitForRun();
    const { totals } = await usageOf(client);
    expect(totals).toMatchObject({ estimatedRuns: 1, inputTokens: 1000, outputTokens: 50 + 10, costMicros: null });
  });

  it('is summed over the requests of one run', async () => {
    fakes.text.script(
      reply.text(['Rain. '.repeat(20)], { finish: 'length', usage }),
      reply.text(['More rain.'], { usage }),
    );
    const client = await newClient();
    await client.write().ended;
    const twice = { inputTokens: 2000, cachedInputTokens: 800, outputTokens: 100, costMicros: 2 * cost };
    expect((await usageOf(client)).totals).toEqual({ ...none, runs: 1, countedRuns: 1, ...twice });
  });

  it('has no cost for an unpriced model', async () => {
    fakes.text.script(reply.text(['Rain.'], { usage }));
    const client = await newClient();
    await client.ask('PATCH', client.book, { modelTier: 'draft' });
    await client.write().ended;
    expect((await usageOf(client)).totals).toMatchObject({
      ...usage,
      estimatedRuns: 0,
      costMicros: null,
      unpricedRuns: 1,
    });
  });

  it('is estimated from the saved text if the node died', async () => {
    fakes.text.script(reply.stall(['The bell rang once, and once more.']));
    const client = await newClient();
    const reading = client.write();
    await client.waitForSaved('once more.');
    const [run] = await client.runs();
    await own.running().database
      .write`UPDATE run SET holder = 'gone/1', lease_until = now() - interval '1 minute' WHERE id = ${run.id}`;
    await reading.ended;
    expect(await client.waitForRun()).toMatchObject({ state: 'partial' });
    expect((await usageOf(client)).totals).toMatchObject({ countedRuns: 1, outputTokens: 9, estimatedRuns: 1 });
  });
});

describe('the cost estimate of a write', () => {
  it('follows the target length of the book', async () => {
    const client = await newClient();
    await client.ask('PATCH', client.book, { targetWords: 3000 });
    const { tokens, estimate, model } = await client.ask('GET', `${client.path}/prompt`);
    expect(model).toBe('gpt-5-mini');
    expect(estimate).toMatchObject({
      inputTokens: tokens,
      expectedOutputTokens: 4200,
      costMicros: Math.round(tokens * 0.25 + 4200 * 2),
    });
  });

  it('excludes the text already written, and has no cost for an unpriced model', async () => {
    fakes.text.script(reply.cutSocket(['The bell rang once. '.repeat(100)]));
    const client = await newClient();
    await client.ask('PATCH', client.book, { modelTier: 'draft' });
    const before = (await client.ask('GET', `${client.path}/prompt`)).estimate;
    expect(before).toMatchObject({ expectedOutputTokens: 2800, costMicros: null });
    await client.write().ended;
    await client.waitForRun();
    const { expectedOutputTokens } = (await client.ask('GET', `${client.path}/prompt`)).estimate;
    // 400 of 2,000 words are there.
    expect(expectedOutputTokens).toBe(1600 * 1.4);
  });

  it('matches the prompt manifests of runs, which one statement reads', async () => {
    fakes.text.script();
    const client = await newClient();
    const { manifest } = await client.ask('GET', `${client.path}/prompt`);
    await client.write().ended;
    await client.write({ restart: true }).ended;
    const part = 'block kind source { type id version } tokens fullTokens status reason';
    const query = `query($bookId: ID!) { runs(bookId: $bookId, first: 5) { nodes { manifest { ${part} } } } }`;
    let nodes: Json[] = [];
    const sent = await statementsOf(own.running(), async () => {
      nodes = (await graphql(own.url(), client.key, query, { bookId: client.bookId })).runs.nodes;
    });
    // Without the statement that reads the runs.
    expect(sent).toEqual([expect.stringContaining('manifest')]);
    expect(nodes).toHaveLength(2);
    expect(nodes[1].manifest).toEqual(manifest);
  });
});
