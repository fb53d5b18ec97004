import { describe, expect, it } from 'vitest';
import { isOneSlipApart } from '../../../src/domain/text/lint/misspelled.ts';
import { chapterAt, excerpts, found, member, skipped } from './chapter.ts';

const cast = [member('Odile Farrow', { aliases: ['Mrs. Farrow'] }), member('Hester Quill'), member('Pim')];

describe('a misspelled name', () => {
  it.each([
    ['an additional letter', 'Then the old baker, Odille, went home.', ['Odille']],
    ['a missing letter', 'They waited for Heter on the quay.', ['Heter']],
    ['a wrong letter', 'They waited for Hestar on the quay.', ['Hestar']],
    ['two swapped letters', 'They waited for Hetser on the quay.', ['Hetser']],
    ['a genitive', "It was in Odille’s hand, and by Odilles' stove.", ['Odille’s']],
    ['a surname', 'They asked Mrs. Farow about it.', ['Farow']],
    ['every occurrence', 'By noon Odille slept. At night Odille woke.', ['Odille', 'Odille']],
    ['a sentence’s first word before a verb', 'Odille looked up.', ['Odille']],
    ['emphasis and emoji before it', '🌧🌧 *Rain.* They asked _Odille_ again.', ['Odille']],
  ])('is reported: %s', (_what, text, expected) => {
    expect(excerpts('name_misspelled', text, { cast })).toEqual(expected);
  });

  it.each([
    [
      'the name itself, its parts and its genitives',
      'We met Odile Farrow, then Odile’s aunt, Hester and Quill’s boat.',
    ],
    ['a plural of the family name', 'All the Farrows and the Hesters came.'],
    ['a name with another ending', 'They met Odila and Hestera there.'],
    ['a short name', 'They asked Tim and Pam and Pum.'],
    ['another first letter', 'They went to Lester and Fester.'],
    ['a sentence’s first word', 'Hesper rose in the west.'],
    ['a word also used in lower case', 'The town of Hesper saw hesper rise.'],
    ['a frequent similar name', 'Of Hesper, to Hesper, by Hesper, with Hesper.'],
    ['a month', 'He met May, and in March he met Marsh.'],
    ['code', 'They wrote `Odille` in it.'],
    ['a link target', 'It was [Odile](https://example.org/Odille) again.'],
  ])('is not reported: %s', (_what, text) => {
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
  ])('is checked by the rules of %s: %s', (language, text, expected) => {
    expect(excerpts('name_misspelled', text, { cast, language })).toEqual(expected);
  });

  it.each([
    ['ru', 'Она увидела Одилль.'],
    ['ja', 'オディールは笑った。'],
  ])('is skipped with a reason in %s', (language, text) => {
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
  ])('%s and %s differ by one slip: %s', (name, word, expected) => {
    expect(isOneSlipApart(name, word)).toBe(expected);
  });
});

describe('a name outside the cast', () => {
  const marcus = 'On the quay Marcus waited. “No,” said Marcus. Then Marcus looked away. They left Marcus there.';

  it.each([
    ['a person who acts', marcus, ['Marcus']],
    ['a name of two words', marcus.replaceAll('Marcus', 'Tom Gray'), ['Tom Gray']],
    [
      'a name with a title',
      'So Mr. Lunt came. They saw Mr. Lunt go. By noon Mr. Lunt ate. With Mr. Lunt it rained.',
      ['Mr. Lunt'],
    ],
    [
      'a full name with its first name',
      `${marcus} They asked Marcus Gray. “So,” said Marcus Gray. In came Marcus Gray. Marcus Gray nodded.`,
      ['Marcus'],
    ],
  ])('is reported: %s', (_what, text, expected) => {
    expect(excerpts('name_unlisted', text, { cast })).toEqual(expected);
  });

  it.each([
    ['a town', 'They left Hallowby. In Hallowby it rained. To Hallowby, from Hallowby, by Hallowby they went.'],
    ['the cast', marcus.replaceAll('Marcus', 'Hester')],
    ['one of the cast with another surname', marcus.replaceAll('Marcus', 'Hester Gray')],
    ['a person named three times', '“No,” said Marcus. Then Marcus looked away. They left Marcus there.'],
    ['a word used only at sentence starts', 'Nobody said so. Nobody asked. Nobody knew. Nobody looked.'],
    ['a word also used in lower case', `${marcus.replaceAll('Marcus', 'Mother')} His mother slept.`],
    ['a word too long for a name', marcus.replaceAll('Marcus', `M${'a'.repeat(30)}`)],
    ['a weekday', marcus.replaceAll('Marcus', 'Sunday')],
  ])('is not reported: %s', (_what, text) => {
    expect(excerpts('name_unlisted', text, { cast })).toEqual([]);
  });

  it('is skipped with a reason if the language capitalizes nouns', () => {
    expect(skipped('name_unlisted', 'Da sagte Marcus nichts.', { language: 'de' })).toMatch(/language/);
  });
});

describe('a participant whom the text does not name', () => {
  const filler = 'The rain came down on the roof and on the quay. '.repeat(12);
  const chapters = [chapterAt(1, { povCharacterId: 'hester quill', participantIds: ['pim', 'odile farrow'] })];
  const named = (text: string, given = {}) =>
    found('character_unseen', text + filler, { cast, chapters, plan: { povLock: 'third-limited' }, ...given }).map(
      ({ message }) => message.split(' ')[0],
    );

  it.each([
    ['the text names nobody', '', ['Odile', 'Hester', 'Pim']],
    ['a first name, a surname, capitals', 'Farrow met Hester’s PIM. ', []],
    ['a name inside another word', 'Pimlico and Quills and hester. ', ['Odile', 'Hester', 'Pim']],
  ])('is reported correctly: %s', (_what, text, expected) => {
    expect(named(text)).toEqual(expected);
  });

  it('is accepted if it is the first-person narrator', () => {
    expect(named('I, my, me, mine, myself: Odile and Pim. ')).toEqual([]);
    expect(named('Odile and Pim. ', { plan: { povLock: 'first' } })).toEqual([]);
  });

  it('is matched by parts of names in scripts without spaces', () => {
    const zh = [member('王小明'), member('李大山')];
    const there = { cast: zh, chapters: [chapterAt(1, { participantIds: ['王小明', '李大山'] })], language: 'zh' };
    const messages = found('character_unseen', '小明走了很远的路。'.repeat(30), there).map(({ message }) => message);
    expect(messages).toEqual([expect.stringContaining('李大山')]);
  });

  it.each([
    [
      'for an unfinished text',
      { chapters: [chapterAt(1, { participantIds: ['pim'], status: 'partial' })] },
      /finished/,
    ],
    ['in a language that inflects names', { language: 'pl' }, /change/],
    ['without listed participants', { chapters: [chapterAt(1)] }, /participants/],
  ])('is skipped with a reason %s', (_what, given, why) => {
    expect(skipped('character_unseen', filler, { cast, chapters, ...given })).toMatch(why);
  });

  it('is skipped with a reason for a short text', () => {
    expect(skipped('character_unseen', 'It rained.', { cast, chapters })).toMatch(/100 words/);
  });
});

describe('a named cast member outside the participants', () => {
  const chapters = [chapterAt(1, { povCharacterId: 'odile farrow', participantIds: ['pim'] })];

  it('is reported from the third mention, at the first one', () => {
    const text = '🌊 Odile Farrow, Pim and Hester Quill. Hester Quill’s boat, and HESTER QUILL.';
    const [finding, ...more] = found('character_unplanned', text, { cast, chapters });
    expect([finding?.excerpt, finding?.start, more]).toEqual(['Hester Quill', 24, []]);
  });

  it('is reported by a part of the name that nobody shares', () => {
    expect(excerpts('character_unplanned', 'Hester. '.repeat(3), { cast, chapters })).toEqual(['Hester']);
  });

  it.each([
    ['two mentions', 'Hester Quill and Hester Quill.', chapters],
    ['no list of participants', 'Hester Quill. '.repeat(5), [chapterAt(1)]],
    ['the viewpoint character', 'Odile Farrow. '.repeat(5), chapters],
    ['a part of the name in another word', 'Hestersea. '.repeat(5), chapters],
    [
      'somebody of whom the chapter only speaks',
      'Hester Quill. '.repeat(5),
      chapters.map((one) => ({ ...one, mentionedIds: ['hester quill'] })),
    ],
  ])('is not reported: %s', (_what, text, given) => {
    expect(excerpts('character_unplanned', text, { cast, chapters: given })).toEqual([]);
  });
});

describe('a leading character who has been absent', () => {
  const bookWithAdaIn = (orders: number[], fields: object = {}, count = 8) => ({
    cast: [member('Ada', fields), member('Bo')],
    chapters: Array.from({ length: count }, (_, at) =>
      chapterAt(at + 1, { participantIds: orders.includes(at + 1) ? ['ada', 'bo'] : ['bo'] }),
    ),
  });
  const absences = (order: number, given: object, text = '') => found('character_absent', text, { ...given, order });

  it('is reported after three chapters and more than a quarter of the book', () => {
    const [finding] = absences(5, bookWithAdaIn([1, 2, 6, 7, 8]));
    expect(finding).toMatchObject({ start: null, message: 'Ada was last seen in chapter 2, 3 chapters ago.' });
    expect(absences(4, bookWithAdaIn([1, 2, 6, 7, 8]))).toEqual([]);
    expect(absences(5, bookWithAdaIn([1, 2, ...[6, 7, 8, 9, 10, 11]], {}, 12))).toEqual([]);
  });

  it.each([
    ['named in the text', 5, bookWithAdaIn([1, 2, 6, 7, 8]), 'They spoke of Ada.'],
    ['back in the chapter', 6, bookWithAdaIn([1, 2, 6, 7, 8]), ''],
    ['never to return', 6, bookWithAdaIn([1, 2]), ''],
    ['not introduced yet', 5, bookWithAdaIn([6, 7, 8], { isPov: true }), ''],
    ['a minor character', 6, bookWithAdaIn([1, 8]), ''],
  ])('is not reported: %s', (_what, order, given, text) => {
    expect(absences(order, given, text)).toEqual([]);
  });

  it('is reported to the end of the book for a viewpoint character', () => {
    const given = bookWithAdaIn([1, 2], { isPov: true });
    // A second viewpoint, or Ada would tell every chapter.
    expect(absences(8, { ...given, cast: [...given.cast, member('Cleo', { isPov: true })] })).toHaveLength(1);
    expect(absences(8, given)).toEqual([]);
  });

  it('is skipped with a reason if the outline lists too few participants', () => {
    const given = { ...bookWithAdaIn([1]), chapters: Array.from({ length: 8 }, (_, at) => chapterAt(at + 1)) };
    given.cast = [member('Ada', { isPov: true })];
    expect(skipped('character_absent', '', { ...given, order: 6 })).toMatch(/Some chapters/);
  });
});
