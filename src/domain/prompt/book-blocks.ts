import { type Block, fenced, type Piece, piece, type Source, taggedPiece } from './block.ts';
import { clip, material, oneLine, tagged } from './fence.ts';
import type { PromptChapter, PromptCharacter, PromptInput } from './prompt-input.ts';

/** Limits of one line, so that a book adds no more than this per chapter or character. Ours. */
export const lineCodePointsMax = 200;
const titleCodePointsMax = 80;

// The outline is the largest shared part: its lines use the available room while the book has few. Ours.
const outlineCodePointsMax = 19_200;
const outlineLineMin = 40;
const outlineLineMax = 320;

/**
 * Blocks 2 to 4: plan, cast and outline of the whole book. They are the same for every chapter, so that providers can cache
 * them as a prefix.
 */
export function bookBlocks(input: PromptInput): Block[] {
  return [planBlock(input), castBlock(input.cast), outlineBlock(input.chapters)];
}

function planBlock({ book, plan, moods }: PromptInput): Block {
  const ofBook: Source = { type: 'book', id: book.id, version: book.version };
  const ofPlan: Source = { type: 'plan', id: book.id, version: plan.version };
  return fenced('plan', 'plan', 'the plan is empty', [
    ...piece('book-title', ofBook, tagged('title', book.title)),
    ...taggedPiece('premise', ofBook, 'premise', material(book.premise.trim())),
    ...piece('theme', ofPlan, tagged('theme', plan.themeStatement)),
    ...piece('promise', ofPlan, tagged('promise_to_the_reader', plan.readerPromise)),
    ...piece('comparable-authors', ofPlan, tagged('comparable_authors', plan.compAuthors)),
    ...piece('genre', ofBook, tagged('genre', book.genre)),
    ...piece('audience', ofBook, tagged('audience', book.audience)),
    ...piece('tone', ofBook, tagged('tone', book.toneStyle)),
    ...plan.researchCitations.flatMap(({ title, url }) =>
      piece('citation', ofPlan, tagged('source', `${oneLine(title)} (${oneLine(url)})`)),
    ),
    ...moods.flatMap((mood) => {
      const said = [mood.title, mood.note].map((text) => oneLine(text)).filter((text) => text !== '');
      const source: Source = { type: 'mood', id: mood.id, version: mood.version };
      return piece(
        'mood',
        source,
        said.length > 0 ? tagged('mood', `${oneLine(mood.kind)}: ${said.join('. ')}`) : undefined,
      );
    }),
  ]);
}

function castBlock(cast: readonly PromptCharacter[]): Block {
  return fenced('cast', 'cast', 'the book has no characters', cast.flatMap(castLine));
}

function castLine(character: PromptCharacter): Piece[] {
  const name = oneLine(character.name);
  const viewpoint = character.isPov ? ' (viewpoint)' : '';
  const what = oneLine(character.role) || firstSentence(oneLine(character.bio));
  const line = what === '' ? `- ${name}${viewpoint}` : `- ${name}${viewpoint}: ${what}`;
  const source: Source = { type: 'character', id: character.id, version: character.version };
  return piece('cast-line', source, clip(line, lineCodePointsMax));
}

function outlineBlock(chapters: readonly PromptChapter[]): Block {
  const share = Math.floor(outlineCodePointsMax / chapters.length);
  const lineMax = Math.min(Math.max(share, outlineLineMin), outlineLineMax);
  const lines = chapters.flatMap((chapter) => {
    const source: Source = { type: 'chapter', id: chapter.id, version: chapter.version };
    return piece('outline-line', source, clip(headedLine(chapter, chapter.summary), lineMax));
  });
  return fenced('outline', 'outline', 'the book has no chapters', lines);
}

/** A chapter on one line: number, title and text. Only the title is bounded. */
export function headedLine(chapter: Pick<PromptChapter, 'order' | 'title'>, text: string): string {
  const head = `${chapter.order}. ${oneLine(chapter.title, titleCodePointsMax) || 'Untitled'}`;
  const said = oneLine(text);
  return said === '' ? head : `${head}: ${said}`;
}

function firstSentence(text: string): string {
  return /^.*?[.!?…。！？](?=\s|$|[^\p{P}\s])/u.exec(text)?.[0] ?? text;
}
