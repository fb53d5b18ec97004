import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Call, facesOf, type Json, refusal } from '../support/faces.ts';
import { type FakeProvider, reply, startProvider, withPlans } from '../support/provider.ts';
import { faultsAfterText, faultsBeforeText, leaks, secret, some } from '../support/provider-faults.ts';
import { startService, type TestService } from '../support/service.ts';

let provider: FakeProvider;
let service: TestService;
let key: string;

beforeAll(async () => {
  provider = await startProvider();
  service = await startService({
    OPENAI_BASE_URL: provider.url,
    OPENAI_API_KEY: secret,
    GENERATION_IDLE_SECONDS_MAX: '1',
    LIMIT_PROVIDER_PER_MINUTE: '0',
  });
  key = await service.newKey();
});
afterAll(async () => {
  await service.close();
  await provider.close();
});

const rest: Call = (field, input) =>
  facesOf(service.url, key)[0]?.call(field, input) ?? Promise.reject(new Error(field));

/** A book with one planned chapter. */
async function newBook(): Promise<string> {
  const { id: bookId } = await rest('createBook', { input: { premise: 'A ferry that never lands twice.' } });
  await rest('createChapter', { bookId, input: { title: 'Stays', summary: 'The ferry is late again.' } });
  return bookId;
}

const asked = [
  ['an outline', 'generateOutline', { chapterCount: 3 }],
  ['variants', 'generateOutlineVariants', { count: 2 }],
  ['a grade', 'gradeOutline', {}],
] as const;
const faults = [
  ...faultsBeforeText,
  ...faultsAfterText.map(([name, fault]) => [`${name} after some text`, fault] as const),
];

describe.each(asked)('asking for %s', (_what, field, input) => {
  it.each(faults)(
    'of a provider that %s is a 502; nothing changes, nothing leaks, and asking again works',
    async (_name, fault) => {
      const bookId = await newBook();
      provider.script(fault);
      const refused = await refusal(rest(field, { bookId, input }));
      expect([refused.status, refused.code]).toEqual([502, 'generation_failed']);
      const [run] = await rest('runs', { bookId });
      expect(run).toMatchObject({ state: 'failed', error: { code: 'generation_failed' } });
      expect(leaks(JSON.stringify([refused.body, run]))).toEqual([]);
      expect(await rest('chapters', { bookId })).toMatchObject([{ title: 'Stays', version: 1 }]);
      expect(await rest('outlineVariants', { bookId })).toEqual([]);
      provider.script(withPlans(reply.text([some])));
      await rest(field, { bookId, input });
      expect((await rest('runs', { bookId }))[0]).toMatchObject({ state: 'completed' });
    },
  );

  it('is counted by the quota where something came of it, and not where nothing did', async () => {
    const used = async () => {
      const { quotas } = await rest('usage', {});
      return quotas.find(({ name }: Json) => name === 'outlines').used;
    };
    const [bookId, before] = [await newBook(), await used()];
    provider.script(reply.text(['This is no JSON.']));
    await refusal(rest(field, { bookId, input }));
    expect(await used()).toBe(before);
    provider.script(withPlans(reply.text([some])));
    await rest(field, { bookId, input });
    expect(await used()).toBe(before + 1);
  });
});
