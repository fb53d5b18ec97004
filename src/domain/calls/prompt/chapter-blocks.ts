import type { Beat } from '../../story/plan/beat.ts';
import { findBeatSheet } from '../../story/plan/beats.ts';
import { beatsOfChapter, chaptersOfBeat } from '../../story/plan/placement.ts';
import { type Block, type Form, fenced, type Piece, piece, type Source, taggedPiece, withShorter } from './block.ts';
import { headOf, toldLine } from './book-blocks.ts';
import { material, oneLine, tagged } from './fence.ts';
import type { PromptChapter, PromptCharacter, PromptInput } from './prompt-input.ts';
import { firstSentences } from './sentences.ts';
import { narrationPieces } from './style-blocks.ts';
import { tailOf, tailWordsMin } from './tail.ts';
import { isKnown } from './telling.ts';
import { viewpointOf, viewpointsToChoose } from './viewpoint.ts';

/** Summaries and notes of a chapter in a prompt that has no room for them. Ours. */
const shortCodePoints = 600;
/** Later chapters whose summaries are shown in full (docs/prompt.md, "Blocks"). */
const nextChaptersShown = 3;

/** The chapter to write. */
export function chapterBlock(
  input: PromptInput,
  chapter: PromptChapter,
  participants: readonly PromptCharacter[],
): Block {
  const { plan, book, cast, chapters } = input;
  const source = ofChapter(chapter);
  const ofPlan: Source = { type: 'plan', id: book.id, version: plan.version };
  const viewpoint = viewpointOf(chapter, cast, input);
  const choice = viewpointsToChoose(chapter, { cast, plan, participants });
  const beats = beatsFor(chapter, plan.beatSheetTemplate, chapters.length);
  const place = `${chapter.order} of ${chapters.length}${placeOf(chapter.order, chapters.length)}`;
  const pieces = [
    ...piece('number', source, 'always', `<number>${place}</number>`),
    ...piece('title', source, 'always', tagged('title', chapter.title)),
    ...piece('viewpoint', source, 'always', tagged('told_through', viewpoint && oneLine(viewpoint.name))),
    ...piece('viewpoints', source, 'always', tagged('may_tell', choice.map(({ name }) => oneLine(name)).join(' · '))),
    ...narrationPieces(input, chapter),
    ...beats.flatMap((beat) =>
      piece('beat', ofPlan, 'always', tagged('purpose', jobOf(beat, chapter, plan.beatSheetTemplate, chapters.length))),
    ),
    ...piece('beats-served', ofPlan, 'always', served(beats.length, chapter)),
    ...ofAuthor('summary', source, chapter.summary, book.language),
    ...ofAuthor('notes', source, chapter.notes, book.language),
  ];
  const open = { kind: 'viewpoint', source, reason: viewpointOpen };
  return { ...fenced('chapter', 'this_chapter', '', pieces), omitted: choice.length > 0 ? [open] : [] };
}

const viewpointOpen =
  'it is open through whom the chapter is told: several characters have `isPov` and the chapter names none of them; the writer chooses one, unless `povCharacterId` is set';

/** Where in the book a chapter stands, in words. */
function placeOf(order: number, count: number): string {
  if (order === 1) return count === 1 ? '' : ', the first';
  if (order === count) return ', the last';
  const share = order / count;
  if (share <= 1 / 4) return ', in the first quarter';
  if (share < 1 / 2) return ', before the midpoint';
  if (share === 1 / 2) return ', at the midpoint';
  return share < 3 / 4 ? ', past the midpoint' : ', in the last quarter';
}

/** The intent of a beat, with its name, and the part of it that falls to this chapter if several share it. */
function jobOf({ key, label, intent }: Beat, { order }: PromptChapter, template: string | null, count: number): string {
  const sheet = template === null ? undefined : findBeatSheet(template);
  const chapters = sheet === undefined ? [] : chaptersOfBeat(sheet, key, count);
  const part = chapters.indexOf(order) + 1;
  return `${intent} (${label}${chapters.length > 1 && part > 0 ? `, chapter ${part} of the ${chapters.length} that share it` : ''})`;
}

/** Says how the summary of a chapter relates to several purposes; empty for one, or without a summary. */
function served(count: number, { summary }: PromptChapter): string {
  if (count < 2 || summary.trim() === '') return '';
  return 'These purposes share the chapter. Those that the summary tells of come first; the others have the room that is left.';
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

const heedNotes = 'Take these notes on the present text into account:';

/** The caller's instructions (ours), right after the chapter. Notes are apart from them, because others may have written them. */
export function requestBlock({ instructions, notes = [] }: Pick<PromptInput, 'instructions' | 'notes'>): Block {
  const wishes = material(instructions?.trim() ?? '');
  const remarks = material(notes.join('\n\n'));
  return {
    name: 'request',
    open: '',
    close: '',
    pieces: [
      ...taggedPiece('instructions', null, 'always', 'request', wishes),
      ...piece(
        'notes-to-heed',
        null,
        'always',
        remarks && `${heedNotes}\n<notes_on_the_text>\n${remarks}\n</notes_on_the_text>`,
      ),
    ],
    absent: 'none given',
  };
}

/** The chapters ahead of which anything is known, of the next three. */
export function knownAhead(
  chapters: readonly PromptChapter[],
  { order }: Pick<PromptChapter, 'order'>,
): PromptChapter[] {
  return chapters.slice(order, order + nextChaptersShown).filter(isKnown);
}

/** The next three chapters: where this one stops, and what stays open after it. */
export function aheadBlock({ chapters, book }: PromptInput, chapter: PromptChapter): Block {
  const pieces = knownAhead(chapters, chapter).flatMap((later, index) => {
    const isNext = index === 0;
    const full = toldLine(later);
    const kind = isNext ? 'next-summary' : 'later-summary';
    const [piece] = taggedPiece(kind, ofChapter(later), 'next-chapters', isNext ? 'next' : 'later', full);
    if (!piece) return [];
    const short = (text: string) => firstSentences(text, book.language, shortCodePoints);
    return isNext ? [alsoShort(piece, toldLine(later, short))] : [piece];
  });
  const isLast = chapter.order === chapters.length;
  return fenced(
    'ahead',
    'ahead',
    isLast ? 'this is the last chapter' : 'nothing is known of the next chapters',
    pieces,
  );
}

/** The piece with a short form that always stays. */
function alsoShort(full: Piece, short: string): Piece {
  const [form] = full.forms;
  return short.length < form.body.length
    ? withShorter(full, 'always', short)
    : { ...full, forms: [{ ...form, rank: 'always' }] };
}

/** End of the previous chapter, verbatim; all of it if there is room. */
export function previousTailBlock(
  input: PromptInput,
  previous: PromptChapter | undefined,
  whole: string | undefined,
): Block {
  const { previousTail, book, cast, ownText } = input;
  const ending = previousTail?.trimEnd() ?? '';
  const text = material(tailOf(ending, book.language));
  const short = material(tailOf(ending, book.language, tailWordsMin));
  const source = previous === undefined ? null : ofChapter(previous);
  const rank = short === text ? 'always' : 'ending';
  const viewpoint = previous && viewpointOf(previous, cast, input);
  const head = previous ? endOf(previous, viewpoint?.name) : '';
  const pieces = taggedPiece('tail', source, rank, 'previous_ending', text).map((one) => {
    const { forms, ...both } = withShorter(one, 'always', short);
    const all = [...forms, ...wholeForm(one.forms[0], material(whole?.trim() ?? ''))];
    const [first, ...others] = all.map((form): Form => ({ ...form, before: `${form.before}${head}` }));
    // A longer form is a longer end, never a beginning.
    return first ? { ...both, forms: [first, ...others] as const, isProse: false } : one;
  });
  const block = { name: 'previous-tail', open: '', close: '' } as const;
  // There is one last page.
  if (tailOf(ownText, book.language, tailWordsMin) !== ownText)
    return { ...block, pieces: [], absent: 'the text so far is the last page' };
  return { ...block, pieces, absent: 'no text comes before this chapter' };
}

/** Empty unless the whole is longer than the end. */
function wholeForm(end: Form, body: string): Form[] {
  return body.length > end.body.length ? [{ ...end, rank: 'former-whole', body }] : [];
}

/** Which chapter ends here, and through whom it is told. */
function endOf(chapter: PromptChapter, viewpoint: string | undefined): string {
  const through = tagged('told_through', viewpoint && oneLine(viewpoint));
  return `\n<of>${headOf(chapter)}</of>${through ? ` ${through}` : ''}\n`;
}

/** The text to rewrite, in full. Ours, before the continuation. */
export function presentTextBlock(presentText: string, chapter: PromptChapter): Block {
  const pieces = taggedPiece('present-text', ofChapter(chapter), 'always', 'present_text', material(presentText));
  return { name: 'present-text', open: '', close: '', pieces, absent: '' };
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
