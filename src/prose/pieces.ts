import { fenceBegins } from './fence.ts';
import { htmlBegins } from './html-block.ts';

/** A run of whole blocks of a text, short enough to be read in one go. */
export interface Piece {
  text: string;
  /** To be shown as it is written: as Markdown it would take too long, or nest too deep. */
  isPlain: boolean;
}

/** Quotes and lists within each other; no prose has as many, and each is a level of the reader's stack (ours). */
const levelsMax = 50;
/** Marks in a line: some ways to put them together take time with their square (ours). */
const marksInLineMax = 1_000;

/** What reading takes, in microseconds or thereabouts on a machine of two cores. */
const effortOf = { unit: 1, line: 40, mark: 30, enclosedUnit: 0.1, enclosedLine: 5 };
/** Nobody waits for longer than a piece (ours). */
const pieceEffortMax = 50_000;
/** Prose of 400,000 characters takes half of it; what is behind is shown as it is written (ours). */
const textEffortMax = 1_000_000;

interface Block {
  start: number;
  end: number;
  effort: number;
  isPlain: boolean;
}

/** Cuts Markdown where a block ends whatever stands before it: at a line without indentation behind a blank one, outside of code and HTML. What has no such place for long is cut at the end of a line. */
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
    const isAnew = lines.beginsAnew(line);
    if (start > block.start && (isFull || isAnew)) {
      yield block;
      // The rest of code without an end is no Markdown.
      block = { start, end: start, effort: 0, isPlain: lines.isEnclosed };
    }
    const { effort, isHostile } = lines.weigh(line, isAnew);
    block.effort += effort;
    block.isPlain ||= isHostile;
    block.end = end;
    start = end;
  }
  if (block.end > block.start) yield block;
}

/** What is known of a text before each of its lines. */
class Lines {
  private enclosed: ((line: string) => boolean) | undefined;
  private isBehindBlank = true;
  private isInContainer = false;

  /** Within code or HTML that goes on over blank lines. */
  get isEnclosed(): boolean {
    return this.enclosed !== undefined;
  }

  /** Whether it belongs to nothing before it: behind a blank line, neither indented nor an item. */
  beginsAnew(line: string): boolean {
    if (this.enclosed || !this.isBehindBlank) return false;
    return /^\S/.test(line) && !/^(?:[-+*]|\d{1,9}[.)])(?:[ \t]|$)/.test(line);
  }

  weigh(line: string, isAnew: boolean): { effort: number; isHostile: boolean } {
    let effort = line.length * effortOf.enclosedUnit + effortOf.enclosedLine;
    let isHostile = false;
    if (!this.enclosed) {
      const { levels, marks } = weighed(line);
      effort = line.length * effortOf.unit + effortOf.line + (levels + marks) * effortOf.mark;
      isHostile = levels > levelsMax || marks > marksInLineMax;
      if (isAnew) this.isInContainer = false;
      this.isInContainer ||= levels > 0;
      // Within a list or a quote, code ends with that, and what follows would be taken for code.
      const mayEnclose = !this.isInContainer || /^[^ ]/.test(line);
      const begun = mayEnclose
        ? (fenceBegins(line) ?? htmlBegins(line, { inParagraph: !this.isBehindBlank }))
        : undefined;
      this.enclosed = begun?.goesOn;
    }
    if (this.enclosed && !this.enclosed(line)) this.enclosed = undefined;
    this.isBehindBlank = line.trim() === '';
    return { effort, isHostile };
  }
}

/** A rule is as wide as a page at most (ours). */
const ruleUnitsMax = 200;

/** How deep in quotes and lists a line can be, and how many marks in it have to be looked at. */
function weighed(line: string): { levels: number; marks: number } {
  if (line.length <= ruleUnitsMax && /^ {0,3}([-*_])[ \t]*(?:\1[ \t]*){2,}$/.test(line)) return { levels: 0, marks: 0 };
  const before = /^(?:[ \t]|>|[-+*](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$))*/.exec(line)?.[0] ?? '';
  const containers = before.match(/[>+*-]|\d+/g)?.length ?? 0;
  const columns = before.replace(/\t/g, '    ').replace(/[^ ]/g, '').length;
  return {
    levels: containers === 0 ? 0 : containers + columns / 2,
    marks: line.match(/[*_`[\]<&!\\]/g)?.length ?? 0,
  };
}
