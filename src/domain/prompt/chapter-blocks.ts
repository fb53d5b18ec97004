import type { Beat } from '../plan/beat.ts';
import { findBeatSheet } from '../plan/beats.ts';
import { beatsOfChapter } from '../plan/placement.ts';
import { type Block, fenced, piece, type Source, taggedPiece } from './block.ts';
import { headedLine } from './book-blocks.ts';
import { material, oneLine, tagged } from './fence.ts';
import type { PromptChapter, PromptInput } from './prompt-input.ts';
import { tailOf, wordCount } from './tail.ts';

const nextSummaryCodePointsMax = 600;

/** Block 6: the chapter to write. */
export function chapterBlock({ plan, book, cast, chapters }: PromptInput, chapter: PromptChapter): Block {
  const source = ofChapter(chapter);
  const ofPlan: Source = { type: 'plan', id: book.id, version: plan.version };
  const pov = cast.find((character) => character.id === chapter.povCharacterId);
  return fenced('chapter', 'this_chapter', '', [
    ...piece('number', source, `<number>${chapter.order} of ${chapters.length}</number>`),
    ...piece('title', source, tagged('title', chapter.title)),
    ...piece('viewpoint', source, tagged('told_through', pov === undefined ? null : oneLine(pov.name))),
    ...beatsFor(chapter, plan.beatSheetTemplate, chapters.length).flatMap((beat) =>
      piece('beat', ofPlan, tagged('beat', `${beat.label}: ${beat.intent}`)),
    ),
    ...piece('summary', source, tagged('summary', chapter.summary)),
    ...piece('notes', source, tagged('notes', chapter.notes)),
  ]);
}

/** The caller's instructions (ours), right after the chapter. */
export function requestBlock(instructions: string | null): Block {
  const wishes = material(instructions?.trim() ?? '');
  return {
    name: 'request',
    open: '',
    close: '',
    pieces: taggedPiece('instructions', null, 'request', wishes),
    absent: 'none given',
  };
}

/** Block 9: start of the next chapter, where to stop. */
export function nextChapterBlock(next: PromptChapter | undefined): Block {
  const line = next === undefined ? '' : headedLine(next, oneLine(next.summary, nextSummaryCodePointsMax));
  const pieces = next === undefined ? [] : taggedPiece('next-summary', ofChapter(next), 'stop_before', line);
  return { name: 'next-chapter', open: '', close: '', pieces, absent: 'this is the last chapter' };
}

/** Block 10: end of the previous chapter, verbatim. */
export function previousTailBlock({ previousTail, book }: PromptInput, previous: PromptChapter | undefined): Block {
  const text = material(tailOf(previousTail?.trimEnd() ?? '', book.language));
  const source = previous === undefined ? null : ofChapter(previous);
  const pieces = taggedPiece('tail', source, 'previous_ending', text);
  return { name: 'previous-tail', open: '', close: '', pieces, absent: 'no text comes before this chapter' };
}

/** The text to rewrite, in full. Ours, before the continuation. */
export function presentTextBlock(presentText: string, chapter: PromptChapter): Block {
  const pieces = taggedPiece('present-text', ofChapter(chapter), 'present_text', material(presentText));
  return { name: 'present-text', open: '', close: '', pieces, absent: '' };
}

/** Block 11: end of this chapter's own text, verbatim to its last character. */
export function ownTailBlock({ ownText, book }: PromptInput, chapter: PromptChapter): Block {
  const pieces = taggedPiece('tail', ofChapter(chapter), 'written_so_far', material(tailOf(ownText, book.language)));
  return { name: 'own-tail', open: '', close: '', pieces, absent: 'the chapter begins here' };
}

/** The closing task, in our own words only. */
export function taskBlock(
  { chapters, ownText, presentText, orderedWords, book }: PromptInput,
  chapter: PromptChapter,
): Block {
  const which = `chapter ${chapter.order} of ${chapters.length}`;
  const begin = `${presentText ? 'Rewrite the whole of' : 'Write'} ${which} now, from its first word.`;
  const goOn = `Go on with ${presentText ? 'the new text of ' : ''}${which} now, directly after the last character of its text so far, and bring it to its end.`;
  const ending = chapter.order === chapters.length ? ' It is the last chapter: the book ends with it.' : '';
  return {
    name: 'task',
    open: '',
    close: '',
    pieces: piece(
      'task',
      null,
      (ownText === '' ? begin : goOn) + lengthSoFar(ownText, orderedWords, book.language) + ending,
    ),
    absent: '',
  };
}

/** How much of a text is written, and how much of the ordered length remains. */
function lengthSoFar(ownText: string, orderedWords: number | undefined, language: string): string {
  if (ownText === '') return '';
  const written = wordCount(ownText, language);
  const remaining = orderedWords === undefined ? 0 : orderedWords - written;
  const rest = remaining > 0 ? `, about ${roughly(remaining)} remain` : '';
  return ` About ${roughly(written)} words are written${rest}.`;
}

/** Rounded, so that nobody counts on it. */
function roughly(words: number): number {
  const step = words < 200 ? 10 : 50;
  return Math.max(step, Math.round(words / step) * step);
}

/** Beats that the chapter names, else those of its position; none without a beat sheet. */
export function beatsFor(chapter: PromptChapter, template: string | null, chapterCount: number): readonly Beat[] {
  const sheet = template === null ? undefined : findBeatSheet(template);
  if (sheet === undefined) return [];
  const named = sheet.beats.filter((beat) => chapter.beatKeys.includes(beat.key));
  return named.length > 0 ? named : beatsOfChapter(sheet, chapter.order, chapterCount);
}

function ofChapter({ id, version }: PromptChapter): Source {
  return { type: 'chapter', id, version };
}
