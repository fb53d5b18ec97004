import { describe, expect, it } from 'vitest';
import { type Call, facesOf, type Json, refusal } from '../support/faces.ts';
import { reply, withPlans } from '../support/provider.ts';
import {
  faultsAfterText,
  faultsBeforeText,
  faultsFor,
  leaks,
  providerKey,
  textBeforeFault,
} from '../support/provider-faults.ts';
import { serviceWith } from '../support/service-with.ts';

const { own, fakes } = serviceWith({ text: true }, { OPENAI_API_KEY: providerKey, GENERATION_IDLE_SECONDS_MAX: '1' });

const rest: Call = (field, input) =>
  facesOf(own.url(), own.key())[0]?.call(field, input) ?? Promise.reject(new Error(field));

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

describe.each(asked)('requesting %s', (what, field, input) => {
  it.each(faultsFor(what, faults))(
    'from a provider that %s fails with 502, changes and leaks nothing, and can be retried',
    async (_name, fault) => {
      const bookId = await newBook();
      fakes.text.script(fault);
      const refused = await refusal(rest(field, { bookId, input }));
      expect([refused.status, refused.code]).toEqual([502, 'generation_failed']);
      const [run] = await rest('runs', { bookId });
      expect(run).toMatchObject({ state: 'failed', error: { code: 'generation_failed' } });
      expect(leaks(JSON.stringify([refused.body, run]))).toEqual([]);
      expect(await rest('chapters', { bookId })).toMatchObject([{ title: 'Stays', version: 1 }]);
      expect(await rest('outlineVariants', { bookId })).toEqual([]);
      fakes.text.script(withPlans(reply.text([textBeforeFault])));
      await rest(field, { bookId, input });
      expect((await rest('runs', { bookId }))[0]).toMatchObject({ state: 'completed' });
    },
  );

  it('counts against the quota only on success', async () => {
    const used = async () => {
      const { quotas } = await rest('usage', {});
      return quotas.find(({ name }: Json) => name === 'outlines').used;
    };
    const [bookId, before] = [await newBook(), await used()];
    fakes.text.script(reply.text(['This is no JSON.']));
    await refusal(rest(field, { bookId, input }));
    expect(await used()).toBe(before);
    fakes.text.script(withPlans(reply.text([textBeforeFault])));
    await rest(field, { bookId, input });
    expect(await used()).toBe(before + 1);
  });
});
