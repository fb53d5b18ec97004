import { type Issue, invalidRequest } from '../../../errors.ts';
import { Breather } from '../../../threads/breather.ts';
import { type Found, Locator } from './locate.ts';
import { type Replacement, withSeparators } from './removed.ts';
import { keptFromQuote } from './repeated.ts';
import type { PassageEdit } from './rules.ts';
import { explainedMax, whyNotFound } from './unfound.ts';

/** Lines of a text that a change has replaced. */
export interface ChangedLines {
  /** The first of them in the changed text, from 1. */
  line: number;
  before: string;
  after: string;
}

export interface ChangedText {
  text: string;
  changes: ChangedLines[];
}

/** The same, with the place of its edit in the request. */
interface MadeEdit extends Replacement {
  index: number;
}

/**
 * Makes edits that each name their passage. Throws `invalid_request` if one is not found exactly once, or two overlap. Yields
 * to other requests.
 */
export async function edited(text: string, edits: readonly PassageEdit[]): Promise<ChangedText> {
  const breather = new Breather();
  // Reading the text was a turn of its own.
  await breather.pause();
  const locator = new Locator(text);
  const issues: Issue[] = [];
  const replacements: MadeEdit[] = [];
  for (const [index, edit] of edits.entries()) {
    if (issues.length >= explainedMax) break;
    const found = locator.find(edit.old);
    if (breather.isDue) await breather.pause();
    if ('passage' in found) replacements.push({ ...replacementOf(text, edit, found), index });
    else issues.push({ path: pathOf(index), message: whyNotFound(text, found) });
    if (breather.isDue) await breather.pause();
  }
  if (issues.length > 0) throw invalidRequest(issues);
  const inOrder = replacements.toSorted((one, other) => one.start - other.start);
  refuseOverlaps(inOrder);
  return replaced(text, inOrder);
}

const pathOf = (index: number) => `edits[${index}].old`;

/**
 * A passage that was found tolerantly was found without the white space at its ends. That of the text belongs to it; it stays
 * if the edit does not change it.
 */
function replacementOf(
  text: string,
  { old, new: piece }: PassageEdit,
  { passage: { start, end }, isExact }: Found,
): Replacement {
  if (isExact) return { start, end, text: piece };
  const from = /^\s/.test(old) ? start - blankBefore(text.slice(0, start)).length : start;
  const to = /\s$/.test(old) ? end + blankAfter(text.slice(end)).length : end;
  if (piece.trim() === '') return { start: from, end: to, text: piece };
  const before = blankAfter(old) === blankAfter(piece) ? text.slice(from, start) : blankAfter(piece);
  const after = blankBefore(old) === blankBefore(piece) ? text.slice(end, to) : blankBefore(piece);
  const kept = keptFromQuote(text.slice(start, end), old.trim(), piece.trim());
  return { start: from, end: to, text: before + kept + after };
}

/** The white space at the beginning, and at the end. */
const blankAfter = (text: string) => /^\s*/.exec(text)?.[0] ?? '';
const blankBefore = (text: string) => text.slice(text.trimEnd().length);

function refuseOverlaps(inOrder: readonly MadeEdit[]): void {
  const issues = inOrder.slice(1).flatMap((one, at): Issue[] => {
    const before = inOrder[at];
    if (!before || before.end <= one.start) return [];
    const [first, second] = [before.index, one.index].toSorted((a, b) => a - b);
    return [
      { path: pathOf(second ?? 0), message: `overlaps the passage of edits[${first}]. Make one edit of the two.` },
    ];
  });
  if (issues.length > 0) throw invalidRequest(issues);
}

/** The text with passages replaced, which are in order and do not overlap. Paragraphs that are removed leave no gap. */
export function replaced(text: string, given: readonly Replacement[]): ChangedText {
  const inOrder = withSeparators(text, given);
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end, text: piece } of inOrder) {
    pieces.push(text.slice(at, start), piece);
    at = end;
  }
  return { text: pieces.join('') + text.slice(at), changes: linesOf(text, inOrder) };
}

/** The lines that the passages are in, before and after, without those that stay equal. */
function linesOf(text: string, inOrder: readonly Replacement[]): ChangedLines[] {
  const groups: { from: number; to: number; after: string }[] = [];
  for (const { start, end, text: piece } of inOrder) {
    const [from, to] = [text.slice(0, start).lastIndexOf('\n') + 1, endOfLine(text, end)];
    const last = groups.at(-1);
    if (last && from <= last.to) {
      // The rest of the last line was taken over; it is replaced from this passage on.
      last.after = last.after.slice(0, last.after.length - (last.to - start)) + piece + text.slice(end, to);
      last.to = to;
    } else groups.push({ from, to, after: text.slice(from, start) + piece + text.slice(end, to) });
  }
  let [line, at] = [1, 0];
  return groups.flatMap(({ from, to, after }) => {
    line += countLines(text.slice(at, from));
    at = to;
    const first = line;
    line += countLines(after);
    const before = text.slice(from, to);
    return before === after ? [] : [{ line: first, before, after }];
  });
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}

function countLines(text: string): number {
  return text.split('\n').length - 1;
}
