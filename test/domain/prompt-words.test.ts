import { describe, expect, it } from 'vitest';
import { craftRules } from '../../src/domain/calls/prompt/craft.ts';
import { assemblePrompt, type PromptInput } from '../../src/domain/calls/prompt/prompt.ts';
import { inputFor } from '../books/book.ts';
import { kontor } from '../books/kontor.ts';
import { marches } from '../books/marches.ts';
import { pilot } from '../books/pilot.ts';
import { blockText, countTokens, novel, withChapter } from './prompt.fixture.ts';

interface Change {
  language?: string;
  povLock?: string | null;
  povDepth?: number | null;
  personLock?: 'first' | 'second' | 'third';
}

function bookWith({ language = 'en', povLock = 'third-limited', povDepth = null, personLock }: Change): PromptInput {
  const input = novel(8, 3);
  const style = { ...input.style, personLock: personLock ?? null };
  return { ...input, book: { ...input.book, language }, plan: { ...input.plan, povLock, povDepth }, style };
}

describe('the craft rules', () => {
  it('have at most 500 tokens in every book', () => {
    for (const language of ['en', 'de', 'es', 'xx'])
      for (const povLock of ['first', 'second', 'third-limited', 'multi', null])
        for (const povDepth of [null, 0, 40, 70, 100])
          expect(countTokens(craftRules(bookWith({ language, povLock, povDepth })))).toBeLessThanOrEqual(500);
  });

  it('differ by person, which the style decides for several viewpoints', () => {
    const first = 'The narrator tells it to somebody';
    expect(craftRules(bookWith({ povLock: 'first' }))).toContain(first);
    expect(craftRules(bookWith({ povLock: 'multi', personLock: 'first' }))).toContain(first);
    expect(craftRules(bookWith({ povLock: 'multi', personLock: 'third' }))).not.toContain(first);
    expect(craftRules(bookWith({ povLock: 'second' }))).toContain('in the place of the viewpoint character');
  });

  it('ask for no opposition in a book without one', () => {
    const input = bookWith({});
    const quiet = { ...input, plan: { ...input.plan, beatSheetTemplate: 'kishotenketsu' as const } };
    expect(craftRules(input)).toContain('what stands in the way');
    expect(craftRules(quiet)).not.toContain('what stands in the way');
  });

  it.each([
    ['en', 'in “…”'],
    ['en-GB', 'in ‘…’'],
    ['de-AT', 'in „…“'],
    ['fr', 'in « … »'],
    ['es', 'with a dash (—)'],
    ['zh-Hant-TW', 'in 「…」'],
    ['ja', 'in 「…」'],
    ['xx', 'as books in this language do'],
  ])('set speech in %s %s', (language, marks) => {
    expect(craftRules(bookWith({ language }))).toContain(marks);
  });

  it('show English phrases only to English books', () => {
    expect(craftRules(bookWith({}))).toContain('something shifted');
    expect(craftRules(bookWith({ language: 'de' }))).not.toContain('something shifted');
  });

  it('are in the system message, and give way before the people of the chapter', () => {
    const craft = (budgetTokens: number) =>
      assemblePrompt({ ...novel(8, 3), budgetTokens }).manifest.find(({ kind }) => kind === 'craft')?.status;
    expect(assemblePrompt(novel(8, 3)).messages[0]?.content).toContain(
      '\n\nCraft\n- Before you write, settle for each scene:',
    );
    expect([craft(1_500), craft(32_000)]).toEqual(['omitted', 'full']);
  });
});

describe('the locks', () => {
  const locksOf = (change: Change) =>
    /<locks>\n([\s\S]*)\n<\/locks>/.exec(assemblePrompt(bookWith(change)).messages[0]?.content ?? '')?.[1] ?? '';

  it('tell as much of the mind as the depth of the plan allows', () => {
    const told = [0, 16, 41, 66, 86].map((povDepth) => locksOf({ povDepth }).split('\n').at(-1)?.split(/[:,;]/)[0]);
    expect(told).toEqual([
      'Stay outside',
      'Thoughts are rare',
      'The character colours what is perceived',
      'Deep inside',
      'A stream of the mind',
    ]);
    expect(locksOf({ povLock: 'third-objective', povDepth: 90 })).not.toContain('stream');
  });

  it('name the narrator of a book in the first person, and when it is told', () => {
    expect(locksOf({ povLock: 'first' })).toContain('<narrator>Person0 Vale</narrator> tells it as "I", looking back.');
  });
});

describe('the words of a prompt', () => {
  it.each([
    ['a thriller', pilot],
    ['a fantasy', marches],
    ['a German novel', kontor],
  ])('have room: rules, locks and task of %s', (_what, book) => {
    for (const order of [1, 2, 7, 12]) {
      const [system, user] = assemblePrompt(inputFor(book, order, countTokens)).messages.map(({ content }) => content);
      const locks = /<locks>\n[\s\S]*<\/locks>/.exec(system ?? '')?.[0] ?? '';
      expect(countTokens(system ?? '')).toBeLessThanOrEqual(1_300);
      expect(countTokens(locks)).toBeLessThanOrEqual(150);
      expect(countTokens(user?.split('\n\n').at(-1) ?? '')).toBeLessThanOrEqual(90);
    }
  });

  it('call no conflict by its bare kind, nor a false belief a lie', () => {
    const text = assemblePrompt(inputFor(kontor, 2, countTokens)).messages[1]?.content;
    expect(text).toContain(
      'love withheld, unequal or denied, between kin, friends or lovers as the case is, fierce, getting worse.',
    );
    expect(text).not.toMatch(/<lie>|\(love\b/);
  });

  it('say through whom each chapter is told, and who told the one before', () => {
    const text = assemblePrompt(inputFor(marches, 8, countTokens)).messages[1]?.content;
    expect(text).toMatch(/<previous_ending>\n<of>7\. Three at a Table<\/of> <told_through>Rhea Quist<\/told_through>/);
    expect(text?.split('\n').at(-1)).toContain(
      'told through <told_through>Osric Fenn</told_through>, third person, past tense',
    );
  });

  it('say where each participant was last, by a sentence that begins with them', () => {
    const text = blockText(inputFor(pilot, 7, countTokens), 'standing');
    expect(text.split('\n')).toEqual([
      '- Celia Harrow (chapter 6): <stands>Celia has new soundings with time and position. Her left hand is cut on the lead line.</stands>',
      '- Rose Tully (chapter 2): <stands>Rose keeps the key. It is Monday morning; the inquiry sits on Friday.</stands>',
    ]);
  });

  it('do not begin or end a chapter twice', () => {
    const taskOf = (order: number, change: object) =>
      assemblePrompt({ ...inputFor(pilot, order, countTokens), ...change })
        .messages[1]?.content.split('\n\n')
        .at(-1);
    const continued = { ownText: 'It began in fog.', order: undefined };
    expect(taskOf(1, continued)).not.toContain('The reader knows nothing yet');
    expect(taskOf(12, continued)).toContain('The book ends here');
    expect(taskOf(12, continued)).not.toContain('open the next moment');
    expect(taskOf(12, { presentText: 'It ended.' })).not.toContain('The book ends here');
    expect(taskOf(7, continued)).toContain('told through <told_through>Celia Harrow</told_through>, first person');
  });

  it('say what the first and the last chapter are for', () => {
    const taskOf = (order: number) => assemblePrompt(inputFor(pilot, order, countTokens)).messages[1]?.content ?? '';
    expect(taskOf(1)).toContain('The reader knows nothing yet');
    expect(taskOf(12)).toContain('The book ends here:');
    expect(taskOf(12)).not.toContain('before anything in <ahead>');
  });

  it('explain the job of a beat by its intent, and which part of it the chapter has', () => {
    const beats = blockText(novel(60, 20), 'this_chapter').match(/<purpose>.*<\/purpose>/g);
    expect(beats?.[0]).toMatch(
      /^<purpose>[A-Z].{60,}\. \(Fun and Games, chapter \d+ of the 18 that share it\)<\/purpose>$/,
    );
    const named = withChapter(novel(60, 1), { beatKeys: ['catalyst'] });
    expect(blockText(named, 'this_chapter')).toMatch(/closes the door on the old normal\. \(Catalyst\)<\/purpose>/);
  });

  it('say with the digest that it stands for the text', () => {
    const ownText = 'She wrote the date and closed the book. '.repeat(1_500);
    const text = assemblePrompt({ ...novel(3, 2), ownText, budgetTokens: 8_000 }).messages[1]?.content;
    expect(text).toMatch(/All of that has happened.*\n<written_between>\n/);
  });
});
