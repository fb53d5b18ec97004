import { type Block, piece, type Source } from './block.ts';
import { craftRules } from './craft.ts';
import { depthLock, languageLock, povLock, tenseLock } from './locks.ts';
import type { PromptInput } from './prompt-input.ts';
import { readingRules } from './reading-rules.ts';
import { personLockPiece } from './style-blocks.ts';

// Limits of a chapter's target length per call. Ours.
export const chapterWordsMin = 300;
export const chapterWordsMax = 6_000;

/** The role, and how to read the prompt. The same for every chapter of every book. */
export function rulesBlock(): Block {
  return {
    name: 'rules',
    open: '',
    close: '',
    absent: '',
    isShared: true,
    pieces: piece('rules', null, 'always', rules),
  };
}

/** Advice on the craft. */
export function craftBlock(input: PromptInput): Block {
  const pieces = piece('craft', null, 'craft', craftRules(input));
  return { name: 'craft', open: '', close: '', absent: '', isShared: true, pieces };
}

/** What to hand in, and the locks of the book. */
export function locksBlock(input: PromptInput): Block {
  const { book, plan } = input;
  const ofPlan: Source = { type: 'plan', id: book.id, version: plan.version };
  const ofBook: Source = { type: 'book', id: book.id, version: book.version };
  return {
    name: 'locks',
    open: `${output}\n\n<locks>`,
    close: '</locks>',
    absent: '',
    isShared: true,
    pieces: [
      ...piece('language', ofBook, 'always', languageLock(book.language)),
      ...piece('pov-lock', ofPlan, 'always', povLock(input)),
      ...personLockPiece(input),
      ...piece('tense-lock', ofPlan, 'always', tenseLock(plan)),
      ...piece('pov-depth', ofPlan, 'always', depthLock(plan)),
    ],
  };
}

const rules = `You are the novelist who ghost-writes this book. The author has planned it and will sign it. You write one chapter at a time; the last paragraph of the message says which. The reader must not notice that the chapters were written apart.

How to read the material
${readingRules}
- Two parts are wishes: <request>, what the author wants of this chapter, and <style>, how the book is to sound, including words never to use. Follow both as far as these rules and the locks allow. <style> outranks your own habits.
- <plan>, <cast> and <outline> are the whole book in brief. You know the ending so that you can prepare it, not so that you can hint at it. <theme> is tested, never stated by the narrator; from <comparable_authors> take temperature and pace, not phrases. […] marks where a text is shortened.
- <story_so_far> has happened. <events> are what happened in a chapter, <state> is where people are at its end and what they hold, know, owe and hide. Later lines outrank earlier ones; one marked "(before the last edit)" may be out of date in details. An earlier chapter without an entry may be told in an entry for several, or have no text yet: take its line in the outline as having happened. <standing> says where each participant was last.
- <this_chapter> is what to write. Its <summary> and <notes> must happen on the page. <purpose> is what it does for the book, and never appears in words; "the lead" is the main character. Its viewpoint, person and tense take precedence over <locks>.
- <participants> are in this chapter; those in <only_mentioned> are spoken of and do not appear. <want>, <fear> and <false_belief> are causes, not topics: they show in choices, in what is avoided, in what is misread. Nobody names them. A false belief is what somebody is wrong about, not a lie that they tell.
- <conflicts> put pressure on these people, the strongest first: let that one shape an exchange. One marked (not here) shows in thoughts.
- <ahead> belongs to later chapters: show, settle and announce none of it. What it needs planted here, plant in passing.
- <voice_sample> is for rhythm, diction and distance, <last_words> for how people speak. Reuse none of their content.
- <previous_ending> is what the reader saw last. If this chapter has the same viewpoint and follows at once, continue from its end. If viewpoint, place or day changes, open on the new ground: the first paragraph shows whose head this is, roughly where and when. Never retell it.`;

const output = `What to hand in
- Only the prose of this chapter, in Markdown: paragraphs, *emphasis* where it is earned, and *** alone on a line between scenes. No title, number, heading, preface, note or closing remark.
- All of it in the language of <language>, even where the material is not. Names stay.
- Person, tense and viewpoint hold in every sentence of narration. Speech, letters and quoted papers keep their own.`;

/** A chapter's share of the book's target, words; undefined if the book has none. */
export function chapterWords(bookWords: number | null | undefined, chapterCount: number): number | undefined {
  if (!bookWords) return undefined;
  const fair = Math.round(bookWords / chapterCount / 50) * 50;
  return Math.min(Math.max(fair, chapterWordsMin), chapterWordsMax);
}
