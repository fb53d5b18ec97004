import { type Issue, invalidRequest } from '../../errors.ts';
import { countedMax, type Located, Locator, type Passage } from './locate.ts';
import type { PassageEdit } from './rules.ts';

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

/** A passage with what takes its place. */
interface Replacement extends Passage {
  text: string;
  /** The place of its edit in the request. */
  index: number;
}

/** Faults that are told with the nearest passage; looking for it takes long (ours). */
const explainedMax = 3;

/**
 * Makes edits that each name their passage. Throws `invalid_request` if one is not found exactly once, or two overlap.
 *
 * @param mayQuote Whether the error may quote the text.
 */
export function edited(text: string, edits: readonly PassageEdit[], mayQuote: boolean): ChangedText {
  const locator = new Locator(text);
  const issues: Issue[] = [];
  const replacements: Replacement[] = [];
  for (const [index, edit] of edits.entries()) {
    if (issues.length >= explainedMax) break;
    const found = locator.find(edit.old);
    if ('passage' in found) replacements.push({ ...found.passage, text: replacementOf(edit, found.isExact), index });
    else issues.push({ path: pathOf(index), message: whyNot(mayQuote ? text : undefined, found) });
  }
  if (issues.length > 0) throw invalidRequest(issues);
  const inOrder = replacements.toSorted((one, other) => one.start - other.start);
  refuseOverlaps(inOrder);
  return replaced(text, inOrder);
}

const pathOf = (index: number) => `edits[${index}].old`;

/** White space around a passage that was found without it stays as it is in the text. */
function replacementOf({ old, new: text }: PassageEdit, isExact: boolean): string {
  if (isExact) return text;
  const begun = /^\s/.test(old) ? text.trimStart() : text;
  return /\s$/.test(old) ? begun.trimEnd() : begun;
}

function whyNot(text: string | undefined, found: Exclude<Located, { passage: Passage }>): string {
  if ('nearest' in found) {
    const isKnown = text !== undefined && found.nearest !== undefined;
    const hint = isKnown ? `The nearest is “${found.nearest}”.` : 'Read the chapter again.';
    return `is not in the text. ${hint} Send the passage as it stands there.`;
  }
  const { count, first, second } = found;
  const times = count >= countedMax ? `at least ${countedMax}` : count;
  const places = text === undefined ? [] : [first, second].map((place) => `“${around(text, place)}”`);
  const shown = places.length > 0 ? `, such as ${places.join(' and ')}` : '';
  return `is in the text ${times} times${shown}. Send more of the words around it, so that it is found once.`;
}

/** Characters shown around and in a passage (ours). */
const [aroundMax, withinMax] = [30, 100];

function around(text: string, { start, end }: Passage): string {
  const passage = text.slice(start, end);
  const shown = passage.length > withinMax ? `${passage.slice(0, withinMax)}…` : passage;
  const whole = text.slice(Math.max(0, start - aroundMax), start) + shown + text.slice(end, end + aroundMax);
  return whole.toWellFormed().replaceAll(/\s+/g, ' ');
}

function refuseOverlaps(inOrder: readonly Replacement[]): void {
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

/** The text with passages replaced, which are in order and do not overlap. */
export function replaced(text: string, inOrder: readonly (Passage & { text: string })[]): ChangedText {
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end, text: piece } of inOrder) {
    pieces.push(text.slice(at, start), piece);
    at = end;
  }
  return { text: pieces.join('') + text.slice(at), changes: linesOf(text, inOrder) };
}

/** The lines that the passages are in, before and after, without those that stay equal. */
function linesOf(text: string, inOrder: readonly (Passage & { text: string })[]): ChangedLines[] {
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
