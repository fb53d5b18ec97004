import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { facesOf, faultsOf, graphql, type Json, refusal } from '../support/faces.ts';
import { type FakeProvider, reply, startProvider } from '../support/provider.ts';
import { startService, type TestService } from '../support/service.ts';
import { statementsOf } from '../support/statements.ts';
import { Desk } from '../support/writing.ts';

let provider: FakeProvider;
let service: TestService;

beforeAll(async () => {
  provider = await startProvider();
  service = await startService({
    OPENAI_BASE_URL: provider.url,
    LIMIT_PROVIDER_PER_MINUTE: '0',
    MODEL_PRICES: 'gpt-5-mini=0.25/0.025/2, elsewhere/model:1=1/1/1',
    QUOTA_OUTLINES_PER_DAY: '0',
  });
});
afterAll(async () => {
  await service.close();
  await provider.close();
});

const usage = { inputTokens: 1000, cachedInputTokens: 400, outputTokens: 50 };
/** 600 fresh tokens at 0.25, 400 from the cache at 0.025, and 50 written at 2. */
const cost = 260;

const newDesk = async () => Desk.at(service.url, await service.newKey());
const usageOf = (desk: Desk, query = ''): Promise<Json> => desk.ask('GET', `/v1/account/usage${query}`);
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

describe('the account of usage', () => {
  it('is of nothing at first', async () => {
    const desk = await newDesk();
    expect(await usageOf(desk)).toMatchObject({ to: today, totals: none, days: [], kinds: [], books: [] });
  });

  it('has a run by day, kind and book, with its tokens and cost, on every face alike', async () => {
    provider.script(reply.text(['Rain.'], { usage }));
    const desk = await newDesk();
    await desk.write().ended;
    const answers = await Promise.all(facesOf(service.url, desk.key).map((face) => face.call('usage', {})));
    expect(answers[0]).toMatchObject({
      totals: sum,
      days: [{ day: today, ...sum }],
      kinds: [{ kind: 'write', ...sum }],
      books: [{ bookId: desk.bookId, title: 'Untitled Book', ...sum }],
      quotas: [
        { name: 'chapters', limit: 200, used: 1, remaining: 199, resetsAt: expect.stringMatching(/T00:00:00\.000Z$/) },
        { name: 'narrations', limit: 50, used: 0, remaining: 50 },
        { name: 'outlines', limit: null, used: 0, remaining: null },
        { name: 'covers', limit: 20, used: 0, remaining: 20 },
        { name: 'outputTokens', limit: 2_000_000, used: 50, remaining: 1_999_950 },
      ],
    });
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect((await desk.runs())[0].usage).toEqual({ ...usage, costMicros: cost });
    const { account } = await graphql(service.url, desk.key, '{ account { usage { totals { runs costMicros } } } }');
    expect(account.usage.totals).toEqual({ runs: 1, costMicros: cost });
  });

  it('stays when the book is deleted, and when it is gone for good', async () => {
    provider.script(reply.text(['Rain.'], { usage }));
    const desk = await newDesk();
    await desk.write().ended;
    await desk.ask('DELETE', desk.book);
    const books = [{ bookId: desk.bookId, title: null, ...sum }];
    expect(await usageOf(desk)).toMatchObject({ totals: sum, books });
    await service.database.write`DELETE FROM book WHERE id = ${desk.bookId}`;
    expect(await usageOf(desk)).toMatchObject({ totals: sum, books });
  });

  it('is of the days that were asked for, both ends included', async () => {
    const desk = await newDesk();
    const [row] = await service.database.read<
      { accountId: string }[]
    >`SELECT account_id FROM book WHERE id = ${desk.bookId}`;
    for (const day of ['2026-01-31', '2026-02-01', '2026-02-28', '2026-03-01'])
      await service.database.write`
        INSERT INTO usage_entry (account_id, run_id, day, kind, book_id, model, output_tokens, cost_micros)
        VALUES (${row?.accountId ?? ''}, ${day}, ${day}::text::date, ${day < '2026-02-28' ? 'write' : 'outline'}, ${desk.bookId}, 'm', 10, 5)`;
    const february = await usageOf(desk, '?from=2026-02-01&to=2026-02-28');
    expect(february).toMatchObject({ from: '2026-02-01', to: '2026-02-28', totals: { runs: 2, costMicros: 10 } });
    expect(february.days.map(({ day }: Json) => day)).toEqual(['2026-02-28', '2026-02-01']);
    expect(february.kinds.map(({ kind }: Json) => kind)).toEqual(['outline', 'write']);
    expect(await usageOf(desk, '?to=2026-03-01')).toMatchObject({ from: '2026-01-31', totals: { runs: 4 } });
    expect(await usageOf(desk, '?from=2026-03-01')).toMatchObject({ to: today, totals: { runs: 1 } });
  });

  it.each(facesOf('', '').map(({ name }) => name))(
    'refuses days that are none, or the wrong way round, through %s',
    async (name) => {
      const desk = await newDesk();
      const call = facesOf(service.url, desk.key).find((face) => face.name === name)?.call;
      expect(await faultsOf(call?.('usage', { from: '2026-02-30' }) ?? Promise.resolve())).toEqual(['from']);
      expect(await faultsOf(call?.('usage', { to: '0000-02-29' }) ?? Promise.resolve())).toEqual(['to']);
      expect(await faultsOf(call?.('usage', { to: 'today' }) ?? Promise.resolve())).toEqual(['to']);
      expect(await faultsOf(call?.('usage', { from: '2026-02-02', to: '2026-02-01' }) ?? Promise.resolve())).toEqual([
        'from',
      ]);
    },
  );

  it('is for the scope account:read alone, which does not show what books are called', async () => {
    const account = 'an accountant';
    provider.script(reply.text(['Rain.'], { usage }));
    await (await Desk.at(service.url, await service.newKey({ account }))).write().ended;
    const accountant = await service.newKey({ account, scopes: ['account:read'] });
    for (const { call } of facesOf(service.url, accountant))
      expect((await call('usage', {})).books).toMatchObject([{ runs: 1, title: null }]);
    const key = await service.newKey({ scopes: ['books:read', 'generation:run'] });
    for (const { call } of facesOf(service.url, key))
      expect((await refusal(call('usage', {}))).code).toBe('insufficient_scope');
  });

  it('takes two statements, however many books there are', async () => {
    const desk = await newDesk();
    expect(await statementsOf(service, () => usageOf(desk))).toHaveLength(2);
  });
});

describe('what nobody counted or priced', () => {
  it('is counted by us and has no cost, and the sums say how many runs that is', async () => {
    provider.script(reply.cutSocket(['The bell rang once, and once more.']));
    const desk = await newDesk();
    await desk.write().ended;
    await desk.ended();
    const { totals } = await usageOf(desk);
    expect(totals).toMatchObject({ estimatedRuns: 1, outputTokens: 9, costMicros: null, unpricedRuns: 1 });
    // The prompt that was sent, by our count.
    expect(totals.inputTokens).toBeGreaterThan(200);
    expect((await desk.runs())[0].usage).toEqual({
      inputTokens: null,
      cachedInputTokens: null,
      outputTokens: null,
      costMicros: null,
    });
  });

  it('is only the part that a provider left out, where it counted the rest', async () => {
    provider.script(
      reply.text(['The bell rang once. '], { finish: 'length', usage }),
      reply.cutSocket(['The bell rang twice, and it rained.']),
    );
    const desk = await newDesk();
    await desk.write().ended;
    await desk.ended();
    const { totals } = await usageOf(desk);
    expect(totals).toMatchObject({ estimatedRuns: 1, inputTokens: 1000, outputTokens: 50 + 10, costMicros: null });
  });

  it('is summed over the requests of one run', async () => {
    provider.script(reply.text(['Rain. '], { finish: 'length', usage }), reply.text(['More rain.'], { usage }));
    const desk = await newDesk();
    await desk.write().ended;
    const twice = { inputTokens: 2000, cachedInputTokens: 800, outputTokens: 100, costMicros: 2 * cost };
    expect((await usageOf(desk)).totals).toEqual({ ...none, runs: 1, countedRuns: 1, ...twice });
  });

  it('has no cost with a model that has no price', async () => {
    provider.script(reply.text(['Rain.'], { usage }));
    const desk = await newDesk();
    await desk.ask('PATCH', desk.book, { modelTier: 'draft' });
    await desk.write().ended;
    expect((await usageOf(desk)).totals).toMatchObject({
      ...usage,
      estimatedRuns: 0,
      costMicros: null,
      unpricedRuns: 1,
    });
  });

  it('of a run whose node is gone is its saved text', async () => {
    provider.script(reply.stall(['The bell rang once, and once more.']));
    const desk = await newDesk();
    const reading = desk.write();
    await desk.saved('once more.');
    const [run] = await desk.runs();
    await service.database
      .write`UPDATE run SET holder = 'gone/1', lease_until = now() - interval '1 minute' WHERE id = ${run.id}`;
    await reading.ended;
    expect(await desk.ended()).toMatchObject({ state: 'partial' });
    expect((await usageOf(desk)).totals).toMatchObject({ countedRuns: 1, outputTokens: 9, estimatedRuns: 1 });
  });
});

describe('before a write', () => {
  it('the preview says what it is likely to cost, by the length that the book asks for', async () => {
    const desk = await newDesk();
    await desk.ask('PATCH', desk.book, { targetWords: 3000 });
    const { tokens, estimate, model } = await desk.ask('GET', `${desk.path}/prompt`);
    expect(model).toBe('gpt-5-mini');
    expect(estimate).toEqual({
      inputTokens: tokens,
      expectedOutputTokens: 4200,
      costMicros: Math.round(tokens * 0.25 + 4200 * 2),
    });
  });

  it('less what is there of a chapter, and without a cost where the model has no price', async () => {
    provider.script(reply.cutSocket(['The bell rang once. '.repeat(100)]));
    const desk = await newDesk();
    await desk.ask('PATCH', desk.book, { modelTier: 'draft' });
    const before = (await desk.ask('GET', `${desk.path}/prompt`)).estimate;
    expect(before).toMatchObject({ expectedOutputTokens: 2800, costMicros: null });
    await desk.write().ended;
    await desk.ended();
    const { expectedOutputTokens } = (await desk.ask('GET', `${desk.path}/prompt`)).estimate;
    expect(expectedOutputTokens).toBeGreaterThan(2800 - 520);
    expect(expectedOutputTokens).toBeLessThan(2800 - 480);
  });

  it('and after it the run has the account of its prompt, a statement for any number of runs', async () => {
    provider.script();
    const desk = await newDesk();
    const { manifest } = await desk.ask('GET', `${desk.path}/prompt`);
    await desk.write().ended;
    await desk.write({ restart: true }).ended;
    const part = 'block kind source { type id version } tokens status reason';
    const query = `query($bookId: ID!) { runs(bookId: $bookId, first: 5) { nodes { manifest { ${part} } } } }`;
    let nodes: Json[] = [];
    const sent = await statementsOf(service, async () => {
      nodes = (await graphql(service.url, desk.key, query, { bookId: desk.bookId })).runs.nodes;
    });
    // Beside the one that reads the runs, which these statements leave out.
    expect(sent).toEqual([expect.stringContaining('manifest')]);
    expect(nodes).toHaveLength(2);
    expect(nodes[1].manifest).toEqual(manifest);
  });
});
