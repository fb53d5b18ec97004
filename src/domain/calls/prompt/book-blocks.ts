import {
  type Block,
  fenced,
  type Piece,
  piece,
  type Source,
  taggedPiece,
  textOf,
  unitsPerTokenMax,
  withShorter,
} from './block.ts';
import { clip, material, oneLine, tagged } from './fence.ts';
import { nameLine, ofCharacter, sheetPieces } from './person-sheet.ts';
import type { PromptChapter, PromptCharacter, PromptInput } from './prompt-input.ts';
import { firstSentences } from './sentences.ts';
import { isKnown, tellingOf } from './telling.ts';

/** A line of the outline, so that a book adds no more than this per chapter. */
const outlineCodePointsMax = 120;
const [titleCodePointsMax, viewpointCodePointsMax] = [80, 24];
/** The premise in a small prompt, and the part of a bio that stands for a missing role. Ours. */
const [premiseShort, roleShort] = [600, 200];

/**
 * Plan, cast and outline of the whole book. They are the same for every chapter, so that providers can cache them as a
 * prefix.
 */
export function bookBlocks(input: PromptInput, hasSheets: boolean): Block[] {
  return [planBlock(input), castBlock(input, hasSheets), outlineBlock(input)].map((block) => ({
    ...block,
    isShared: true,
  }));
}

/** Tokens of a cast that is shown in full. */
const sheetTokensMax = 2_500;

/** Whether a cast is small enough to be shown in full: the same for every chapter, so that providers can cache it. */
export function isSmallCast({ cast, countTokens }: PromptInput): boolean {
  const text = cast
    .flatMap((one) => sheetPieces(one))
    .flatMap(({ forms }) => forms.map(textOf))
    .join('\n');
  return text.length <= sheetTokensMax * unitsPerTokenMax && countTokens(text) <= sheetTokensMax;
}

function planBlock(input: PromptInput): Block {
  const { book, plan, moods } = input;
  const ofBook: Source = { type: 'book', id: book.id, version: book.version };
  const ofPlan: Source = { type: 'plan', id: book.id, version: plan.version };
  return fenced('plan', 'plan', 'the plan is empty', [
    ...piece('book-title', ofBook, 'book', tagged('title', book.title)),
    ...premisePiece(input, ofBook),
    ...piece('theme', ofPlan, 'book', tagged('theme', plan.themeStatement)),
    ...piece('promise', ofPlan, 'book', tagged('promise_to_the_reader', plan.readerPromise)),
    ...piece('comparable-authors', ofPlan, 'style', tagged('comparable_authors', plan.compAuthors)),
    ...piece('genre', ofBook, 'book', tagged('genre', book.genre)),
    ...piece('audience', ofBook, 'book', tagged('audience', book.audience)),
    ...piece('tone', ofBook, 'book', tagged('tone', book.toneStyle)),
    ...plan.researchCitations.flatMap(({ title }) =>
      piece('citation', ofPlan, 'sources', tagged('source', oneLine(title))),
    ),
    ...moods.flatMap((mood) => {
      const said = [mood.title, mood.note].map((text) => oneLine(text)).filter((text) => text !== '');
      const source: Source = { type: 'mood', id: mood.id, version: mood.version };
      const text = said.length > 0 ? tagged('mood', `${oneLine(mood.kind)}: ${said.join('. ')}`) : undefined;
      return piece('mood', source, 'sources', text);
    }),
  ]);
}

function premisePiece({ book }: PromptInput, source: Source): Piece[] {
  const premise = book.premise.trim();
  const short = firstSentences(premise, book.language, premiseShort);
  return taggedPiece('premise', source, short === premise ? 'book' : 'style', 'premise', material(premise)).map(
    (full) => withShorter(full, 'book', material(short)),
  );
}

function castBlock({ cast, book }: PromptInput, hasSheets: boolean): Block {
  const lines = hasSheets
    ? cast.flatMap((one) => sheetPieces(one))
    : cast.flatMap((character) => castLine(character, book.language));
  return fenced('cast', 'cast', 'the book has no characters', lines);
}

function castLine(character: PromptCharacter, language: string): Piece[] {
  const what = oneLine(character.role) || oneLine(firstSentences(character.bio, language, roleShort));
  const line = what === '' ? nameLine(character) : `${nameLine(character)}: ${what}`;
  return piece('cast-line', ofCharacter(character), 'cast', line).map((one) => ({ ...one, group: 'cast' }));
}

function outlineBlock({ chapters, book, cast }: PromptInput): Block {
  const viewpoints = new Set(chapters.map(({ povCharacterId }) => povCharacterId));
  // One viewpoint for all says nothing.
  const names = new Map(viewpoints.size > 1 ? cast.map(({ id, name }) => [id, name]) : []);
  const lines = chapters.flatMap((chapter) => {
    if (!isKnown(chapter)) return [];
    const source: Source = { type: 'chapter', id: chapter.id, version: chapter.version };
    const line = piece(
      'outline-line',
      source,
      'outline',
      outlineLine(chapter, names.get(chapter.povCharacterId ?? ''), book.language),
    );
    return line.map((one) => ({ ...one, group: 'outline' }));
  });
  return fenced('outline', 'outline', 'the book has no chapters', lines);
}

/** A chapter on one line of at most 120 characters: its first sentences if they fit, else their beginning. */
function outlineLine(chapter: PromptChapter, viewpoint: string | undefined, language: string): string {
  const telling = tellingOf(chapter);
  const through = viewpoint === undefined ? '' : ` [${oneLine(viewpoint, viewpointCodePointsMax)}]`;
  const head = `${headOf(chapter)}${through}${telling.isWritten ? written : ''}`;
  const summary = telling.text.replace(/\s+/gu, ' ').trim();
  const room = outlineCodePointsMax - Array.from(head).length - 2;
  const said = firstSentences(summary.slice(0, outlineCodePointsMax * 2), language, room) || clipAtWord(summary, room);
  return said === '' ? head : `${head}: ${material(said)}`;
}

/** Behind a chapter whose recap stands for the summary that it has not. */
const written = ' (as written)';

type ToldChapter = Pick<PromptChapter, 'order' | 'title' | 'summary' | 'recap'>;

/** A chapter on one line: number, title, and its summary or else its recap, which `short` may shorten. */
export function toldLine(chapter: ToldChapter, short = (text: string) => text): string {
  const { text, isWritten } = tellingOf(chapter);
  const said = oneLine(short(text));
  const head = `${headOf(chapter)}${isWritten ? written : ''}`;
  return said === '' ? head : `${head}: ${said}`;
}

/** Number and title of a chapter. Only the title is bounded. */
export function headOf({ order, title }: Pick<PromptChapter, 'order' | 'title'>): string {
  return `${order}. ${oneLine(title, titleCodePointsMax) || 'Untitled'}`;
}

/** A chapter on one line: number, title and text. */
export function headedLine(chapter: Pick<PromptChapter, 'order' | 'title'>, text: string): string {
  const said = oneLine(text);
  return said === '' ? headOf(chapter) : `${headOf(chapter)}: ${said}`;
}

function clipAtWord(text: string, codePointsMax: number): string {
  const clipped = clip(text, codePointsMax);
  if (clipped === text) return text;
  const space = clipped.lastIndexOf(' ');
  return space > clipped.length / 2 ? `${clipped.slice(0, space).replace(/[\s,;:–—-]+$/u, '')}…` : clipped;
}
