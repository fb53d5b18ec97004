import { describe, expect, it } from 'vitest';
import { isOneSlipApart } from '../../../src/domain/lint/misspelled.ts';
import { chapterAt, excerpts, found, member, skipped } from './chapter.ts';

const cast = [member('Odile Farrow', { aliases: ['Mrs. Farrow'] }), member('Hester Quill'), member('Pim')];

describe('a misspelled name', () => {
  it.each([
    ['a letter too many', 'Then the old baker, Odille, went home.', ['Odille']],
    ['a letter too few', 'They waited for Heter on the quay.', ['Heter']],
    ['a wrong letter', 'They waited for Hestar on the quay.', ['Hestar']],
    ['two letters changed round', 'They waited for Hetser on the quay.', ['Hetser']],
    ['a genitive', "It was in Odille’s hand, and by Odilles' stove.", ['Odille’s']],
    ['a surname', 'They asked Mrs. Farow about it.', ['Farow']],
    ['every place', 'By noon Odille slept. At night Odille woke.', ['Odille', 'Odille']],
    ['a sentence’s first word beside a deed', 'Odille looked up.', ['Odille']],
    ['emphasis and emoji before it', '🌧🌧 *Rain.* They asked _Odille_ again.', ['Odille']],
  ])('is found: %s', (_what, text, expected) => {
    expect(excerpts('name_misspelled', text, { cast })).toEqual(expected);
  });

  it.each([
    [
      'the name itself, its parts and its genitives',
      'We met Odile Farrow, then Odile’s aunt, Hester and Quill’s boat.',
    ],
    ['the family', 'All the Farrows and the Hesters came.'],
    ['another person’s ending', 'They met Odila and Hestera there.'],
    ['a short name', 'They asked Tim and Pam and Pum.'],
    ['another first letter', 'They went to Lester and Fester.'],
    ['a sentence’s first word', 'Hesper rose in the west.'],
    ['a word that is written small too', 'The town of Hesper saw hesper rise.'],
    ['somebody with a similar name, who comes up often', 'Of Hesper, to Hesper, by Hesper, with Hesper.'],
    ['a month', 'He met May, and in March he met Marsh.'],
    ['code', 'They wrote `Odille` in it.'],
    ['an address', 'It was [Odile](https://example.org/Odille) again.'],
  ])('is not found: %s', (_what, text) => {
    expect(excerpts('name_misspelled', text, { cast: [...cast, member('Marsh')] })).toEqual([]);
  });

  it.each([
    ['fr', 'Puis vint Odille avec le pain.', ['Odille']],
    ['fr', 'C’était la main d’Odille.', ['d’Odille']],
    ['es', 'Entonces llegó Odille con el pan.', ['Odille']],
    ['de', 'Da sagte Odille nichts.', ['Odille']],
    ['de', 'Das war die Küche von Odille.', []],
    ['de', 'Odiles Brot und Hesters Boot.', []],
    ['nl', 'Hij zag Odiles brood en vroeg Odille iets.', ['Odille']],
  ])('in %s: %s', (language, text, expected) => {
    expect(excerpts('name_misspelled', text, { cast, language })).toEqual(expected);
  });

  it.each([
    ['ru', 'Она увидела Одилль.'],
    ['ja', 'オディールは笑った。'],
  ])('is not looked for in %s, and it is said', (language, text) => {
    expect(skipped('name_misspelled', text, { cast, language })).toMatch(/language/);
  });

  it.each([
    ['Odile', 'Odille', true],
    ['Odile', 'Odlie', true],
    ['Odile', 'Odole', true],
    ['Hester', 'Heste', true],
    ['Odile', 'Odile', false],
    ['Odile', 'Odiles', false],
    ['Maria', 'Marie', false],
    ['Joanna', 'Joann', false],
    ['Odile', 'Odyssee', false],
    ['Odile', 'Oldie', false],
  ])('%s and %s are one slip apart: %s', (name, word, expected) => {
    expect(isOneSlipApart(name, word)).toBe(expected);
  });
});

describe('a name on nobody’s roster', () => {
  const marcus = 'On the quay Marcus waited. “No,” said Marcus. Then Marcus looked away. They left Marcus there.';

  it.each([
    ['one who acts', marcus, ['Marcus']],
    ['one of two words', marcus.replaceAll('Marcus', 'Tom Gray'), ['Tom Gray']],
    [
      'one with a title',
      'So Mr. Lunt came. They saw Mr. Lunt go. By noon Mr. Lunt ate. With Mr. Lunt it rained.',
      ['Mr. Lunt'],
    ],
    [
      'one by his first name too',
      `${marcus} They asked Marcus Gray. “So,” said Marcus Gray. In came Marcus Gray. Marcus Gray nodded.`,
      ['Marcus'],
    ],
  ])('is found: %s', (_what, text, expected) => {
    expect(excerpts('name_unlisted', text, { cast })).toEqual(expected);
  });

  it.each([
    ['a town', 'They left Hallowby. In Hallowby it rained. To Hallowby, from Hallowby, by Hallowby they went.'],
    ['the cast', marcus.replaceAll('Marcus', 'Hester')],
    ['one of the cast with another surname', marcus.replaceAll('Marcus', 'Hester Gray')],
    ['who comes up three times', '“No,” said Marcus. Then Marcus looked away. They left Marcus there.'],
    ['a word that only sentences begin with', 'Nobody said so. Nobody asked. Nobody knew. Nobody looked.'],
    ['a word that is written small too', `${marcus.replaceAll('Marcus', 'Mother')} His mother slept.`],
    ['a word that is too long for a name', marcus.replaceAll('Marcus', `M${'a'.repeat(30)}`)],
    ['a day', marcus.replaceAll('Marcus', 'Sunday')],
  ])('is not found: %s', (_what, text) => {
    expect(excerpts('name_unlisted', text, { cast })).toEqual([]);
  });

  it('is not looked for where every noun has a capital, and it is said', () => {
    expect(skipped('name_unlisted', 'Da sagte Marcus nichts.', { language: 'de' })).toMatch(/language/);
  });
});

describe('a participant whom the text never names', () => {
  const filler = 'The rain came down on the roof and on the quay. '.repeat(12);
  const chapters = [chapterAt(1, { povCharacterId: 'hester quill', participantIds: ['pim', 'odile farrow'] })];
  const named = (text: string, given = {}) =>
    found('character_unseen', text + filler, { cast, chapters, plan: { povLock: 'third-limited' }, ...given }).map(
      ({ message }) => message.split(' ')[0],
    );

  it.each([
    ['nobody is there', '', ['Odile', 'Hester', 'Pim']],
    ['a first name, a surname, capitals', 'Farrow met Hester’s PIM. ', []],
    ['a name inside another word', 'Pimlico and Quills and hester. ', ['Odile', 'Hester', 'Pim']],
  ])('%s', (_what, text, expected) => {
    expect(named(text)).toEqual(expected);
  });

  it('lets whoever tells the story go unnamed', () => {
    expect(named('I, my, me, mine, myself: Odile and Pim. ')).toEqual([]);
    expect(named('Odile and Pim. ', { plan: { povLock: 'first' } })).toEqual([]);
  });

  it('looks for parts of names where words are not spaced', () => {
    const zh = [member('王小明'), member('李大山')];
    const there = { cast: zh, chapters: [chapterAt(1, { participantIds: ['王小明', '李大山'] })], language: 'zh' };
    const messages = found('character_unseen', '小明走了很远的路。'.repeat(30), there).map(({ message }) => message);
    expect(messages).toEqual([expect.stringContaining('李大山')]);
  });

  it.each([
    [
      'while the text is not finished',
      { chapters: [chapterAt(1, { participantIds: ['pim'], status: 'partial' })] },
      /finished/,
    ],
    ['in a language that bends names', { language: 'pl' }, /change/],
    ['where nobody is listed', { chapters: [chapterAt(1)] }, /participants/],
  ])('is not looked for %s, and it is said', (_what, given, why) => {
    expect(skipped('character_unseen', filler, { cast, chapters, ...given })).toMatch(why);
  });

  it('is not looked for in a few words, and it is said', () => {
    expect(skipped('character_unseen', 'It rained.', { cast, chapters })).toMatch(/100 words/);
  });
});

describe('one of the cast who is not among the participants', () => {
  const chapters = [chapterAt(1, { povCharacterId: 'odile farrow', participantIds: ['pim'] })];

  it('is found from the third mention on, at the first', () => {
    const text = '🌊 Odile Farrow, Pim and Hester Quill. Hester Quill’s boat, and HESTER QUILL.';
    const [finding, ...more] = found('character_unplanned', text, { cast, chapters });
    expect([finding?.excerpt, finding?.start, more]).toEqual(['Hester Quill', 24, []]);
  });

  it.each([
    ['two mentions', 'Hester Quill and Hester Quill.', chapters],
    ['no list of participants', 'Hester Quill. '.repeat(5), [chapterAt(1)]],
    ['whose viewpoint it is', 'Odile Farrow. '.repeat(5), chapters],
    ['a part of the name', 'Hester. '.repeat(5), chapters],
  ])('is not found: %s', (_what, text, given) => {
    expect(excerpts('character_unplanned', text, { cast, chapters: given })).toEqual([]);
  });
});

describe('a leading character who has been away', () => {
  const away = (orders: number[], fields: object = {}, count = 8) => ({
    cast: [member('Ada', fields), member('Bo')],
    chapters: Array.from({ length: count }, (_, at) =>
      chapterAt(at + 1, { participantIds: orders.includes(at + 1) ? ['ada', 'bo'] : ['bo'] }),
    ),
  });
  const absences = (order: number, given: object, text = '') => found('character_absent', text, { ...given, order });

  it('is found after three chapters and more than a quarter of the book', () => {
    const [finding] = absences(5, away([1, 2, 6, 7, 8]));
    expect(finding).toMatchObject({ start: null, message: 'Ada was last seen in chapter 2, 3 chapters ago.' });
    expect(absences(4, away([1, 2, 6, 7, 8]))).toEqual([]);
    expect(absences(5, away([1, 2, ...[6, 7, 8, 9, 10, 11]], {}, 12))).toEqual([]);
  });

  it.each([
    ['named in the text', 5, away([1, 2, 6, 7, 8]), 'They spoke of Ada.'],
    ['back in the chapter', 6, away([1, 2, 6, 7, 8]), ''],
    ['gone for good', 6, away([1, 2]), ''],
    ['not in yet', 5, away([6, 7, 8], { isPov: true }), ''],
    ['no leading character', 6, away([1, 8]), ''],
  ])('is not found: %s', (_what, order, given, text) => {
    expect(absences(order, given, text)).toEqual([]);
  });

  it('is found to the end of the book where the viewpoint is theirs', () => {
    expect(absences(8, away([1, 2], { isPov: true }))).toHaveLength(1);
  });

  it('is not looked for where the outline says too little, and it is said', () => {
    const given = { ...away([1]), chapters: Array.from({ length: 8 }, (_, at) => chapterAt(at + 1)) };
    given.cast = [member('Ada', { isPov: true })];
    expect(skipped('character_absent', '', { ...given, order: 6 })).toMatch(/Some chapters/);
  });
});
