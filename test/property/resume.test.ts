import { afterAll, beforeAll, expect, it } from 'vitest';
import fc from '../support/fast-check.ts';
import { type FakeProvider, startProvider } from '../support/provider.ts';
import { startService, type TestService } from '../support/service.ts';
import { tellerInPieces } from '../support/storyteller.ts';
import { Desk } from '../support/writing.ts';

let provider: FakeProvider;
let service: TestService;

beforeAll(async () => {
  provider = await startProvider();
  service = await startService({ OPENAI_BASE_URL: provider.url, LIMIT_PROVIDER_PER_MINUTE: '0' });
});
afterAll(async () => {
  await service.close();
  await provider.close();
});

/** Sentences and paragraphs of words that are all different, some of them outside the basic plane. */
const whole = Array.from({ length: 90 }, (_, n) => `w${n}${n % 7 === 0 ? '🛶' : ''}${['.', ',', ''][n % 3]}`)
  .join(' ')
  .replaceAll(/(w\d*9\.) /g, '$1\n\n');

/** Between two characters, not inside a paragraph’s break: half a break is a break to whoever goes on. */
const places = Array.from({ length: whole.length - 1 }, (_, at) => at + 1).filter(
  (at) => !/^[\udc00-\udfff]/.test(whole.slice(at)) && !(whole[at - 1] === '\n' && whole[at] === '\n'),
);
const cuts = fc.array(fc.constantFrom(...places), { minLength: 1, maxLength: 3 });
const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 4 });

it.each(['write', 'rewrite'] as const)(
  'a %s that is cut anywhere, however often, and asked for again is the provider’s text, whatever the pieces',
  async (verb) => {
    const key = await service.newKey();
    const ask = (desk: Desk) => (verb === 'write' ? desk.write() : desk.rewrite('Anew.'));
    await fc.assert(
      fc.asyncProperty(cuts, sizes, async (ends, pieces) => {
        const desk = await Desk.at(service.url, key, verb === 'write' ? {} : { content: 'Old.' });
        let streamed = '';
        for (const end of ends) {
          provider.script(tellerInPieces(whole, pieces, end));
          const cut = await ask(desk).ended;
          // A failure before the first text is an error body.
          if (!cut.text.startsWith('{')) streamed += cut.text;
        }
        provider.script(tellerInPieces(whole, pieces));
        streamed += (await ask(desk).ended).text;
        expect([streamed, await desk.chapter()]).toMatchObject([whole, { content: whole, status: 'complete' }]);
      }),
      { numRuns: 10 },
    );
  },
);
