import type { Passage } from './locate.ts';
import { paragraphsOf } from './paragraphs.ts';

/** A passage with what takes its place. */
export interface Replacement extends Passage {
  text: string;
}

/** Indexes of whole paragraphs. */
interface Run {
  first: number;
  last: number;
}

const isBlank = (text: string) => text.trim() === '';

/**
 * Replacements of a text, which are in order and do not overlap. A paragraph that is removed goes with one separator: that
 * behind it, or, at the end of the text, that before it.
 */
export function withSeparators<Made extends Replacement>(text: string, inOrder: readonly Made[]): Made[] {
  if (!inOrder.some((one) => isBlank(one.text))) return [...inOrder];
  const paragraphs = paragraphsOf(text);
  const made = [...inOrder];
  // From the end: what stands behind a removed paragraph may be removed, too.
  let rest = paragraphs.length;
  for (let index = made.length - 1; index >= 0; index -= 1) {
    const one = made[index];
    const run = one && isBlank(one.text) ? paragraphsIn(text, paragraphs, one) : undefined;
    if (!one || !run) continue;
    const isLast = run.last === rest - 1;
    if (isLast) rest = run.first;
    const wide = isLast ? withSeparatorBefore(paragraphs, one, run) : withSeparatorBehind(paragraphs, one, run);
    const [before, behind] = [made[index - 1]?.end ?? 0, made[index + 1]?.start ?? text.length];
    made[index] = { ...one, text: '', start: Math.max(before, wide.start), end: Math.min(behind, wide.end) };
  }
  return made;
}

/** The paragraphs that a passage has, if it has no part of another one. */
function paragraphsIn(text: string, paragraphs: readonly Passage[], { start, end }: Passage): Run | undefined {
  const first = paragraphs.findIndex((one) => one.end > start);
  const last = paragraphs.findLastIndex((one) => one.start < end);
  const [from, to] = [paragraphs[first], paragraphs[last]];
  if (!from || !to || first > last) return undefined;
  const isWhole = isBlank(text.slice(from.start, start)) && isBlank(text.slice(end, to.end));
  return isWhole ? { first, last } : undefined;
}

function withSeparatorBehind(paragraphs: readonly Passage[], one: Passage, { first, last }: Run): Passage {
  const [before, next] = [paragraphs[first - 1], paragraphs[last + 1]];
  const hasBefore = before !== undefined && one.start <= before.end;
  const hasBehind = next !== undefined && one.end >= next.start;
  // It has one already. Of two, one stays.
  if (!next || hasBefore !== hasBehind) return one;
  return { start: paragraphs[first]?.start ?? one.start, end: next.start };
}

function withSeparatorBefore(paragraphs: readonly Passage[], one: Passage, { first, last }: Run): Passage {
  const before = paragraphs[first - 1];
  if (!before) return { start: 0, end: Number.POSITIVE_INFINITY };
  if (one.start <= before.end) return one;
  return { start: before.end, end: Math.max(one.end, paragraphs[last]?.end ?? 0) };
}
