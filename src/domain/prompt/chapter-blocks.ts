import type { Beat } from '../plan/beat.ts';
import { findBeatSheet } from '../plan/beats.ts';
import { beatsOfChapter, chaptersOfBeat } from '../plan/placement.ts';
import { type Block, fenced, type Piece, piece, type Source, taggedPiece, withShorter } from './block.ts';
import { headedLine } from './book-blocks.ts';
import { material, oneLine, tagged } from './fence.ts';
import type { PromptChapter, PromptInput } from './prompt-input.ts';
import { firstSentences } from './sentences.ts';
import { tailOf, tailWordsMin, wordCount } from './tail.ts';

/** Summaries and notes of a chapter in a prompt that has no room for them. Ours. */
const shortCodePoints = 600;
/** Later chapters whose summaries are shown in full (docs/prompt.md, "Blocks"). */
const nextChaptersShown = 3;

/** The chapter to write. */
export function chapterBlock({ plan, book, cast, chapters }: PromptInput, chapter: PromptChapter): Block {
  const source = ofChapter(chapter);
  const ofPlan: Source = { type: 'plan', id: book.id, version: plan.version };
  const pov = cast.find((character) => character.id === chapter.povCharacterId);
  return fenced('chapter', 'this_chapter', '', [
    ...piece('number', source, 'always', `<number>${chapter.order} of ${chapters.length}</number>`),
    ...piece('title', source, 'always', tagged('title', chapter.title)),
    ...piece('viewpoint', source, 'always', tagged('told_through', pov === undefined ? null : oneLine(pov.name))),
    ...beatsFor(chapter, plan.beatSheetTemplate, chapters.length).flatMap((beat) =>
      piece('beat', ofPlan, 'always', tagged('beat', jobOf(beat, chapter, plan.beatSheetTemplate, chapters.length))),
    ),
    ...ofAuthor('summary', source, chapter.summary, book.language),
    ...ofAuthor('notes', source, chapter.notes, book.language),
  ]);
}

/** The intent of a beat, with its name, and the part of it that falls to this chapter if several share it. */
function jobOf({ key, label, intent }: Beat, { order }: PromptChapter, template: string | null, count: number): string {
  const sheet = template === null ? undefined : findBeatSheet(template);
  const chapters = sheet === undefined ? [] : chaptersOfBeat(sheet, key, count);
  const part = chapters.indexOf(order) + 1;
  return `${intent} (${label}${chapters.length > 1 && part > 0 ? `, chapter ${part} of the ${chapters.length} that share it` : ''})`;
}

/** A text about the chapter: its first sentences always, the rest if there is room. */
function ofAuthor(kind: 'summary' | 'notes', source: Source, text: string, language: string): Piece[] {
  const whole = text.trim();
  const short = firstSentences(whole, language, shortCodePoints);
  // A text that cannot be shortened between sentences stays.
  const rank = short === whole || short === '' ? 'always' : 'chapter';
  return taggedPiece(kind, source, rank, kind, material(whole)).map((one) =>
    withShorter(one, 'always', material(short)),
  );
}

/** The caller's instructions (ours), right after the chapter. */
export function requestBlock(instructions: string | null): Block {
  const wishes = material(instructions?.trim() ?? '');
  return {
    name: 'request',
    open: '',
    close: '',
    pieces: taggedPiece('instructions', null, 'always', 'request', wishes),
    absent: 'none given',
  };
}

/** The next three chapters: where this one stops, and what stays open after it. */
export function nextChaptersBlock(next: readonly PromptChapter[], language: string): Block {
  const pieces = next.slice(0, nextChaptersShown).flatMap((chapter, index) => {
    const isNext = index === 0;
    const full = headedLine(chapter, chapter.summary);
    const kind = isNext ? 'next-summary' : 'later-summary';
    const [piece] = taggedPiece(kind, ofChapter(chapter), 'next-chapters', isNext ? 'stop_before' : 'later', full);
    if (!piece) return [];
    return isNext
      ? [alsoShort(piece, headedLine(chapter, firstSentences(chapter.summary, language, shortCodePoints)))]
      : [piece];
  });
  return { name: 'next-chapter', open: '', close: '', pieces, absent: 'this is the last chapter' };
}

/** The piece with a short form that always stays. */
function alsoShort(full: Piece, short: string): Piece {
  const [form] = full.forms;
  return short.length < form.body.length
    ? withShorter(full, 'always', short)
    : { ...full, forms: [{ ...form, rank: 'always' }] };
}

/** End of the previous chapter, verbatim. */
export function previousTailBlock({ previousTail, book }: PromptInput, previous: PromptChapter | undefined): Block {
  const ending = previousTail?.trimEnd() ?? '';
  const text = material(tailOf(ending, book.language));
  const short = material(tailOf(ending, book.language, tailWordsMin));
  const source = previous === undefined ? null : ofChapter(previous);
  const rank = short === text ? 'always' : 'ending';
  const pieces = taggedPiece('tail', source, rank, 'previous_ending', text).map((one) => ({
    ...withShorter(one, 'always', short),
    // A longer form is a longer end, never a beginning.
    isProse: false,
  }));
  return { name: 'previous-tail', open: '', close: '', pieces, absent: 'no text comes before this chapter' };
}

/** The text to rewrite, in full. Ours, before the continuation. */
export function presentTextBlock(presentText: string, chapter: PromptChapter): Block {
  const pieces = taggedPiece('present-text', ofChapter(chapter), 'always', 'present_text', material(presentText));
  return { name: 'present-text', open: '', close: '', pieces, absent: '' };
}

/** The closing task, in our own words only. */
export function taskBlock(input: PromptInput, chapter: PromptChapter): Block {
  const isLast = chapter.order === input.chapters.length;
  const ending = isLast ? ['It is the last chapter: the book ends with it.'] : [];
  const sentences = [...(input.ownText === '' ? begin(input, chapter) : goOn(input, chapter)), ...ending];
  return { name: 'task', open: '', close: '', pieces: piece('task', null, 'always', sentences.join(' ')), absent: '' };
}

function begin({ chapters, presentText, order }: PromptInput, chapter: PromptChapter): string[] {
  const which = `chapter ${chapter.order} of ${chapters.length}`;
  return [
    ...(presentText
      ? [
          `Rewrite the whole of ${which} now, from its first word to its last, as <request> asks.`,
          'What the request leaves alone still happens. Do not break off, and do not mention the former text.',
        ]
      : [`Write ${which} now, from its first word.`]),
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
    `Go on with ${which} now, directly after the last character of <written_so_far>, and bring the chapter to its end.`,
    'Repeat nothing of it. If it breaks off inside a sentence or a word, finish that first.',
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
