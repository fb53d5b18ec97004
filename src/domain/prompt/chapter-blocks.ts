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

/** The closing task, in our own words only. */
export function taskBlock(input: PromptInput, chapter: PromptChapter): Block {
  const isLast = chapter.order === input.chapters.length;
  const ending = isLast ? ['It is the last chapter: the book ends with it.'] : [];
  const sentences = [...(input.ownText === '' ? begin(input, chapter) : goOn(input, chapter)), ...ending];
  return { name: 'task', open: '', close: '', pieces: piece('task', null, sentences.join(' ')), absent: '' };
}

function begin({ chapters, presentText, order }: PromptInput, chapter: PromptChapter): string[] {
  const verb = presentText ? 'Rewrite the whole of' : 'Write';
  return [
    `${verb} chapter ${chapter.order} of ${chapters.length} now, from its first word.`,
    ...(order ? [`The whole chapter has about ${order.words} words.`] : []),
  ];
}

/** Says how much is written and how much of the ordered length remains. */
function goOn({ chapters, presentText, ownText, order, book }: PromptInput, chapter: PromptChapter): string[] {
  const which = `${presentText ? 'the new text of ' : ''}chapter ${chapter.order} of ${chapters.length}`;
  const written = wordCount(ownText, book.language);
  const remaining = order ? order.from + order.words - written : 0;
  const length = `About ${roughly(written)} words are written${remaining > 0 ? `, about ${roughly(remaining)} remain` : ''}.`;
  return [
    `Go on with ${which} now, directly after the last character of its text so far, and bring it to its end.`,
    length,
    ...(order && remaining <= 0 ? ['That is the ordered length: close what is open, and end soon.'] : []),
    ...(remaining > 0 || !order
      ? ['If the text so far already reads like an ending, do not end twice: open the next moment and let it lead on.']
      : []),
  ];
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
