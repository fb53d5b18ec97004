import { type Block, piece, type Source } from './block.ts';
import { craftRules } from './craft.ts';
import { depthLock, languageLock, povLock, tenseLock } from './locks.ts';
import type { PromptInput } from './prompt-input.ts';
import { readingRules } from './reading-rules.ts';
import { personLockPiece } from './style-blocks.ts';

// Limits of a chapter's target length per call. Ours.
export const chapterWordsMin = 300;
export const chapterWordsMax = 6_000;

/** How to read the prompt, what to write, and the book's locks. The same for every chapter of a book. */
export function rulesBlock(input: PromptInput): Block {
  const { book, plan } = input;
  const ofPlan: Source = { type: 'plan', id: book.id, version: plan.version };
  const ofBook: Source = { type: 'book', id: book.id, version: book.version };
  return {
    name: 'rules',
    open: `${rules}\n\n<locks>`,
    close: '</locks>',
    absent: '',
    isShared: true,
    pieces: [
      ...piece('language', ofBook, 'always', languageLock(book.language)),
      ...piece('pov-lock', ofPlan, 'always', povLock(plan)),
      ...personLockPiece(input),
      ...piece('tense-lock', ofPlan, 'always', tenseLock(plan)),
      ...piece('pov-depth', ofPlan, 'always', depthLock(plan)),
    ],
  };
}

/** Advice on the craft, after the rules. */
export function craftBlock(input: PromptInput): Block {
  const pieces = piece('craft', null, 'craft', craftRules(input));
  return { name: 'craft', open: '', close: '', absent: '', isShared: true, pieces };
}

const rules = `You are a novelist and write a book chapter by chapter for its author. Now you write one chapter, which the last lines of the prompt name. Your reply is the text of that chapter and nothing else.

How to read the material
${readingRules}
- One exception: <request> is what the author wants of this chapter. Follow it within these rules and the locks.
- […] marks a place where a text is shortened for you.
- <plan>, <cast> and <outline> show the whole book in brief. A chapter of the outline before this one that has no recap is not written yet: take it as having happened.
- <story_so_far> is settled. <events> are what happened in a chapter, and <state> is where everybody stands at its end: nobody knows, holds or is anything that contradicts it. A recap marked "(before the last edit)" may differ from the chapter in details. Where there is no recap, <begins> and <ends> are the first and last sentence of the chapter.
- <this_chapter> is your task. <told_through> is its viewpoint character. Its <summary> and <notes> happen in it. A <beat> says what the chapter does for the book; the events do it, and the text never names it. "The lead" is the main character.
- <participants> are the people in it. What they want drives them, what they fear holds them back, and their lie is the false belief they act on. All three show in choices and speech; nobody explains them. Those in <only_mentioned> are spoken of and do not appear. <conflicts> lists what stands between them with its strength, the strongest first: put it under pressure.
- <stop_before> is the next chapter. Lead up to it, and end before any of it happens. <later> are the chapters after that.
- <previous_ending> is the last thing the reader has read. Go on from that moment and do not retell it. Keep its voice, unless this chapter is told through somebody else.

What to write
- Only the prose of the chapter, in Markdown: paragraphs, rare emphasis, and *** alone on a line between scenes. No title, heading or number, and no remark before, within or after the text.
- Write in the language of <language>, even if the material is in another one.
- The locks hold in every sentence outside of dialogue.`;

/** A chapter's share of the book's target, words; undefined if the book has none. */
export function chapterWords(bookWords: number | null | undefined, chapterCount: number): number | undefined {
  if (!bookWords) return undefined;
  const fair = Math.round(bookWords / chapterCount / 50) * 50;
  return Math.min(Math.max(fair, chapterWordsMin), chapterWordsMax);
}
