import { describe, expect, it } from 'vitest';
import { craftRules } from '../../src/domain/prompt/craft.ts';
import { assemblePrompt, type PromptInput } from '../../src/domain/prompt/prompt.ts';
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
    expect(craftRules(bookWith({ povLock: 'first' }))).toContain('The narrator is a person in the story');
    expect(craftRules(bookWith({ povLock: 'multi', personLock: 'first' }))).toContain('The narrator is a person');
    expect(craftRules(bookWith({ povLock: 'multi', personLock: 'third' }))).not.toContain('The narrator is a person');
    expect(craftRules(bookWith({ povLock: 'second' }))).toContain('in the place of the viewpoint character');
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

  it('tell as much of the mind as the depth of the plan allows', () => {
    expect(craftRules(bookWith({ povDepth: 10 }))).toContain('Tell no thoughts');
    expect(craftRules(bookWith({ povDepth: 90 }))).toContain('Stay inside the mind');
    expect(craftRules(bookWith({ povLock: 'third-objective', povDepth: 90 }))).toContain('Tell no thoughts');
  });

  it('show English phrases only to English books', () => {
    expect(craftRules(bookWith({}))).toContain('something shifted');
    expect(craftRules(bookWith({ language: 'de' }))).not.toContain('something shifted');
  });

  it('are in the system message, and give way before the people of the chapter', () => {
    const craft = (budgetTokens: number) =>
      assemblePrompt({ ...novel(8, 3), budgetTokens }).manifest.find(({ kind }) => kind === 'craft')?.status;
    expect(assemblePrompt(novel(8, 3)).messages[0]?.content).toContain('\n\nCraft\n- Build the chapter from scenes.');
    expect([craft(1_500), craft(32_000)]).toEqual(['omitted', 'full']);
  });
});

describe('the words of a prompt', () => {
  it('explain the job of a beat by its intent, and which part of it the chapter has', () => {
    const beats = blockText(novel(60, 20), 'this_chapter').match(/<beat>.*<\/beat>/g);
    expect(beats?.[0]).toMatch(/^<beat>[A-Z].{60,}\. \(Fun and Games, chapter \d+ of the 18 that share it\)<\/beat>$/);
    const named = withChapter(novel(60, 1), { beatKeys: ['catalyst'] });
    expect(blockText(named, 'this_chapter')).toMatch(/closes the door on the old normal\. \(Catalyst\)<\/beat>/);
  });

  it('say with the digest that it stands for the text', () => {
    const ownText = 'She wrote the date and closed the book. '.repeat(1_500);
    const text = assemblePrompt({ ...novel(3, 2), ownText, budgetTokens: 8_000 }).messages[1]?.content;
    expect(text).toMatch(/All of that has happened.*\n<written_between>\n/);
  });
});
