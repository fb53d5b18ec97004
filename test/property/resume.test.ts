import { expect, it } from 'vitest';
import { ChapterClient } from '../support/chapter-client.ts';
import fc from '../support/fast-check.ts';
import { proof } from '../support/proofs.ts';
import { resumingProviderInPieces } from '../support/resuming-provider.ts';
import { serviceWith } from '../support/service-with.ts';

const { own, fakes } = serviceWith({ text: true });

/** Sentences and paragraphs of unique words, some with characters outside the basic plane. */
const whole = Array.from({ length: 90 }, (_, n) => `w${n}${n % 7 === 0 ? '🛶' : ''}${['.', ',', ''][n % 3]}`)
  .join(' ')
  .replaceAll(/(w\d*9\.) /g, '$1\n\n');

/** Positions between characters, but not within a paragraph break, which a continuation would complete. */
const places = Array.from({ length: whole.length - 1 }, (_, at) => at + 1).filter(
  (at) => !/^[\udc00-\udfff]/.test(whole.slice(at)) && !(whole[at - 1] === '\n' && whole[at] === '\n'),
);
/** The text of an author, which a run continues. */
const authors = 'The author wrote this, and nothing of it is ever lost. ';

/** All texts that the chapter has or had. */
async function textsOf(client: ChapterClient): Promise<string[]> {
  const revisions = await client.ask('GET', `${client.path}/revisions`);
  const texts = await Promise.all(
    revisions.map(({ id }: { id: string }) => client.ask('GET', `${client.path}/revisions/${id}`)),
  );
  return ['', ...texts.map(({ content }) => content)];
}

const cuts = fc.array(fc.constantFrom(...places), { minLength: 1, maxLength: 3 });
const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 4 });

it.each(['write', 'rewrite', 'continue'] as const)(
  "a %s cut at random places and repeated produces exactly the provider's text",
  async (verb) => {
    const key = await own.running().newKey();
    const ask = (client: ChapterClient) =>
      verb === 'rewrite' ? client.rewrite('Anew.') : client.write({ continue: verb === 'continue' });
    const old = { write: '', rewrite: 'Old.', continue: authors }[verb];
    const former = verb === 'continue' ? authors : '';
    await fc.assert(
      fc.asyncProperty(cuts, sizes, async (ends, pieces) => {
        const client = await ChapterClient.create(own.url(), key, old ? { content: old } : {});
        let streamed = '';
        for (const end of ends) {
          fakes.text.script(resumingProviderInPieces(former + whole, pieces, former.length + end));
          const cut = await ask(client).ended;
          // A failure before the first text is an error body.
          if (!cut.text.startsWith('{')) streamed += cut.text;
        }
        fakes.text.script(resumingProviderInPieces(former + whole, pieces));
        streamed += (await ask(client).ended).text;
        const content = former + whole;
        expect([streamed, await client.chapter()]).toMatchObject([whole, { content, status: 'complete' }]);
        expect(await textsOf(client)).toContain(old);
      }),
      { numRuns: proof(3, 100) },
    );
  },
);
