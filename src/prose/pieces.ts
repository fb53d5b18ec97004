import { fenceAt } from './fence.ts';
import { htmlBlockAt } from './html-block.ts';

/** Consecutive blocks of a text, short enough to parse at once. */
export interface Piece {
  text: string;
  /** Shown as plain text: as Markdown it would take too long or nest too deep. */
  isPlain: boolean;
}

/** Maximum nesting of quotes and lists, each of which takes a stack frame (ours). */
const levelsMax = 50;
/** Maximum inline marks per line: some combinations take quadratic time (ours). */
const marksInLineMax = 1_000;

/** Estimated parsing cost, about a microsecond each on a machine with two cores. */
const effortOf = { unit: 1, line: 40, mark: 30, enclosedUnit: 0.1, enclosedLine: 5 };
/** Maximum cost of a piece (ours). */
const pieceEffortMax = 35_000;
/** Maximum cost of a text; the rest is shown as plain text. Prose of 400,000 characters takes half of it (ours). */
const textEffortMax = 1_000_000;

interface Block {
  start: number;
  end: number;
  effort: number;
  isPlain: boolean;
}

/**
 * Splits Markdown where a block ends regardless of its context: at an unindented line after a blank one, outside code and
 * HTML. Without such a place for long it is cut at the end of a line.
 */
export function* piecesOf(markdown: string): Generator<Piece> {
  let spent = 0;
  let piece: Block | undefined;
  const pieceOf = ({ start, end, isPlain }: Block): Piece => ({ text: markdown.slice(start, end), isPlain });
  for (const block of blocksOf(markdown)) {
    if (!block.isPlain) spent += block.effort;
    block.isPlain ||= spent > textEffortMax;
    if (piece && piece.isPlain === block.isPlain && piece.effort + block.effort <= pieceEffortMax) {
      piece = { ...piece, end: block.end, effort: piece.effort + block.effort };
    } else {
      if (piece) yield pieceOf(piece);
      piece = block;
    }
  }
  if (piece) yield pieceOf(piece);
}

function* blocksOf(markdown: string): Generator<Block> {
  let block: Block = { start: 0, end: 0, effort: 0, isPlain: false };
  const lines = new Lines();
  for (let start = 0; start < markdown.length; ) {
    const newline = markdown.indexOf('\n', start);
    const end = newline < 0 ? markdown.length : newline + 1;
    const line = markdown.slice(start, newline < 0 ? end : newline);
    const isFull = block.effort > (line.trim() === '' ? pieceEffortMax / 2 : pieceEffortMax);
    const isNewBlock = lines.startsBlock(line);
    if (start > block.start && (isFull || isNewBlock)) {
      yield block;
      // The rest of an unterminated code block is shown as plain text.
      block = { start, end: start, effort: 0, isPlain: lines.isEnclosed };
    }
    const { effort, isHostile } = lines.weigh(line, isNewBlock);
    block.effort += effort;
    block.isPlain ||= isHostile;
    block.end = end;
    start = end;
  }
  if (block.end > block.start) yield block;
}

/** Block state of a text before each of its lines. */
class Lines {
  private enclosed: ((line: string) => boolean) | undefined;
  private isBehindBlank = true;
  private isInContainer = false;

  /** Inside code or HTML that continues over blank lines. */
  get isEnclosed(): boolean {
    return this.enclosed !== undefined;
  }

  /** Whether a line starts a new top-level block: after a blank line, not indented and not a list item. */
  startsBlock(line: string): boolean {
    if (this.enclosed || !this.isBehindBlank) return false;
    return /^\S/.test(line) && !/^(?:[-+*]|\d{1,9}[.)])(?:[ \t]|$)/.test(line);
  }

  weigh(line: string, isNewBlock: boolean): { effort: number; isHostile: boolean } {
    let effort = line.length * effortOf.enclosedUnit + effortOf.enclosedLine;
    let isHostile = false;
    if (!this.enclosed) {
      const { levels, marks } = measured(line);
      effort = line.length * effortOf.unit + effortOf.line + (levels + marks) * effortOf.mark;
      isHostile = levels > levelsMax || marks > marksInLineMax;
      if (isNewBlock) this.isInContainer = false;
      this.isInContainer ||= levels > 0;
      // In a list or quote, code ends with the container; following text must not be taken for code.
      const mayEnclose = !this.isInContainer || /^[^ ]/.test(line);
      const begun = mayEnclose ? (fenceAt(line) ?? htmlBlockAt(line, { inParagraph: !this.isBehindBlank })) : undefined;
      this.enclosed = begun?.goesOn;
    }
    if (this.enclosed && !this.enclosed(line)) this.enclosed = undefined;
    this.isBehindBlank = line.trim() === '';
    return { effort, isHostile };
  }
}

/** A thematic break is at most as wide as a page (ours). */
const ruleUnitsMax = 200;

/** Nesting depth of a line, and how many inline marks it has. */
function measured(line: string): { levels: number; marks: number } {
  if (line.length <= ruleUnitsMax && /^ {0,3}([-*_])[ \t]*(?:\1[ \t]*){2,}$/.test(line)) return { levels: 0, marks: 0 };
  const before = /^(?:[ \t]|>|[-+*](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$))*/.exec(line)?.[0] ?? '';
  const containers = before.match(/[>+*-]|\d+/g)?.length ?? 0;
  const columns = before.replace(/\t/g, '    ').replace(/[^ ]/g, '').length;
  return {
    levels: containers === 0 ? 0 : containers + columns / 2,
    marks: line.match(/[*_`[\]<&!\\]/g)?.length ?? 0,
  };
}
