import { describe, expect, it } from 'vitest';
import { excerpts, found, skipped } from './chapter.ts';

const third = { plan: { povLock: 'third-limited' } };

describe('the point of view of the plan', () => {
  const drifting: [language: string, text: string][] = [
    ['en', 'I went down to the quay, and my knee hurt, and nobody saw me.'],
    ['de', 'Ich ging zum Kai hinunter, und mein Knie tat mir weh.'],
    ['fr', 'J’ai vu le bateau, et mon genou me faisait mal.'],
    ['es', 'Yo bajé al muelle y mi rodilla me dolía.'],
    ['it', 'Io scesi al molo e il mio ginocchio mi faceva male.'],
    ['pt', 'Eu desci ao cais e meu joelho me doía.'],
    ['nl', 'Ik ging naar de kade en mijn knie deed me pijn.'],
    ['sv', 'Jag gick ner till kajen och mitt knä värkte.'],
  ];
  it.each(drifting)('drifts in a first-person paragraph (%s)', (language, text) => {
    expect(excerpts('pov_drift', `Rain.\n\n${text}\n\nRain.`, { ...third, language })).toEqual([text]);
  });

  it.each([
    ['“curly”', '“I went down, and my knee hurt me,” said Odile.'],
    ['"straight"', '"I went down, and my knee hurt me," said Odile.'],
    ['‘British’', '‘I don’t know, and my knee hurt me,’ said Odile. ‘I went, I fell.’'],
    ["'straight and single'", "'I don't know, and my knee hurt me,' said Odile. 'I went, I fell.'"],
    ['«French»', '« I went down, and my knee hurt me », said Odile.'],
    ['„German“', '„I went down, and my knee hurt me“, said Odile.'],
    ['»Swiss«', '»I went down, and my knee hurt me«, said Odile.'],
    ['”Swedish”', '”I went down, and my knee hurt me”, said Odile.'],
    ['「Japanese」', '「I went down, and my knee hurt me」 said Odile.'],
    ['a dash', '— I went down, and my knee hurt me.'],
    ['speech that continues in the next paragraph', '“I went down, and my knee hurt me.\n\n“I fell, and I cried.”'],
    ['a thought', '*I went down, and my knee hurts me*, she thought. _I am old, and I know it._'],
    ['a quotation', '> I went down, and my knee hurt me.'],
    ['a heading', '# I, my, me and I'],
    ['code', '```\nI went down, and my knee hurt me.\n```'],
    ['a single first-person pronoun', 'I dare say she was right about the rain.'],
    [
      'mostly third-person pronouns in the same paragraph',
      'She was, I think, as I said, the best of her kind, and she knew that he knew her.',
    ],
    ['a generic we', 'We all know how we are when we wait.'],
  ])('is not violated by %s', (_what, text) => {
    expect(excerpts('pov_drift', text, third)).toEqual([]);
  });

  it('gives one finding for adjacent paragraphs in a mostly consistent chapter', () => {
    const good = 'She went down to the quay with her coat on, and he saw her. '.repeat(4);
    const text = `${good}\n\nI fell, and I cried.\n\nI rose on my feet.\n\n${good}`;
    expect(excerpts('pov_drift', text, third)).toEqual(['I fell, and I cried.\n\nI rose on my feet.']);
  });

  it('gives one finding for the whole chapter if most of it drifts', () => {
    const [finding, ...more] = found('pov_drift', 'I went down, and my knee hurt me.\n\n'.repeat(4), third);
    expect([finding?.start, finding?.excerpt, more]).toEqual([null, null, []]);
  });

  it.each([
    ['first', 'She went down to the quay, and he saw her there with his own eyes.', 1],
    ['first', 'She went down to the quay, and he saw her there, and I saw them.', 0],
    ['second', 'She went down to the quay, and he saw her there with his own eyes.', 1],
    ['second', 'You went down to the quay, and he saw your coat with his own eyes.', 0],
  ])('%s in a chapter of “%s” gives %i findings', (povLock, sentence, count) => {
    expect(found('pov_drift', `${sentence} `.repeat(20), { plan: { povLock } })).toHaveLength(count);
  });

  it.each([
    ['no lock', { plan: {} }, /locks no/],
    ['several viewpoints', { plan: { povLock: 'multi' } }, /each chapter/],
    ['a custom point of view', { plan: { povLock: 'a gossiping village' } }, /a gossiping village/],
    ['a language without a table', { ...third, language: 'fi' }, /language/],
    ['too little narration', { plan: { povLock: 'first' } }, /200 words/],
  ])('is skipped with a reason for %s', (_what, given, why) => {
    expect(skipped('pov_drift', 'Rain.', given)).toMatch(why);
  });
});

describe('the tense of the plan', () => {
  const present = 'She is on the quay. She looks at the boat, and it has no flag. Nobody comes, and the rain goes on.';
  const past = 'She was on the quay. She looked at the boat, and it had no flag. Nobody came, and the rain went on.';

  it.each([
    ['past', present],
    ['present', past],
  ])('%s is violated by a paragraph in the other tense', (tenseLock, text) => {
    expect(excerpts('tense_drift', `Rain.\n\n${text}\n\nRain.`, { plan: { tenseLock } })).toEqual([text]);
  });

  it.each([
    ['past', past],
    ['present', present],
    ['past', `“${present}”`],
    ['past', `*${present}*`],
    ['past', `${past} It is what it is, and has to be, as everybody knows.`],
    ['past', 'The river is deep and has no bridge.'],
    ['present', `${present} She was a child when she came.`],
  ])('%s is not violated by: %s', (tenseLock, text) => {
    expect(excerpts('tense_drift', text, { plan: { tenseLock } })).toEqual([]);
  });

  it.each([
    ['no lock', {}, /locks no/],
    ['a custom tense', { plan: { tenseLock: 'past perfect' } }, /past perfect/],
    ['another language', { plan: { tenseLock: 'past' }, language: 'de' }, /English/],
  ])('is skipped with a reason for %s', (_what, given, why) => {
    expect(skipped('tense_drift', 'Rain.', given)).toMatch(why);
  });
});
