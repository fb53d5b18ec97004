import { diffArrays } from 'diff';
import { uniqueTokens } from './unique-tokens.ts';

/** Aligned parts of two texts: equal, or replaced. */
export interface Stretch {
  isEqual: boolean;
  /** Both are equal for an unchanged part. */
  before: string;
  after: string;
}

/**
 * Aligns two texts: first by paragraphs, then by words within changed paragraphs. Parts that differ too much are replaced as
 * a whole.
 *
 * @param effortMax Maximum cost, in squares of the number of edits, which determine the time; about 70 ns each.
 */
export function stretchesBetween(...compared: Parameters<typeof alignment>): Stretch[] {
  return finished(alignment(...compared));
}

/** The result of steps that need not yield to others. */
export function finished<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** The same in steps, the longest of which takes about half of the effort. */
export function* alignment(...compared: Parameters<typeof alignedWords>): Generator<void, Stretch[]> {
  return joined(yield* alignedWords(...compared));
}

/** The same with each blank and sign that is unchanged. Parts of one kind can follow each other. */
export function* alignedWords(
  before: string,
  after: string,
  wordsOf: (text: string) => string[],
  effortMax: number,
): Generator<void, Stretch[]> {
  const effort = { left: effortMax };
  const stretches: Stretch[] = [];
  const paragraphs = yield* alignedTokens(paragraphsOf(before), paragraphsOf(after), effort);
  for (const stretch of joined(paragraphs)) {
    if (stretch.isEqual) stretches.push(stretch);
    else stretches.push(...(yield* alignedTokens(wordsOf(stretch.before), wordsOf(stretch.after), effort)));
  }
  return stretches;
}

/**
 * Token diff. If it would take too long, only between tokens that both have once, and parts that still differ too much are replaced as a
 * whole.
 */
function* alignedTokens(before: string[], after: string[], effort: { left: number }): Generator<void, Stretch[]> {
  const found = editsBetween(before, after, effort);
  yield;
  if (found) return found;
  const shared = uniqueTokens(before, after);
  yield;
  const pieces = [[0, 0] as const, ...shared].map(([from, to], index): [string[], string[]] => {
    const [end, otherEnd] = shared[index] ?? [before.length, after.length];
    return [before.slice(from, end), after.slice(to, otherEnd)];
  });
  const stretches: Stretch[] = [];
  for (const piece of pieces) {
    const edits = shared.length > 0 ? editsBetween(...piece, effort) : undefined;
    yield;
    stretches.push(...(edits ?? [{ isEqual: false, before: piece[0].join(''), after: piece[1].join('') }]));
  }
  return stretches;
}

/** Undefined above half of the remaining effort: one hopeless pair must not use up what the others need. */
function editsBetween(before: string[], after: string[], effort: { left: number }): Stretch[] | undefined {
  const maxEditLength = Math.floor(Math.sqrt(effort.left / 2));
  if (Math.abs(before.length - after.length) > maxEditLength) return undefined;
  const found = diffArrays(before, after, { maxEditLength });
  const edits = found?.reduce((sum, { added, removed, count }) => sum + (added || removed ? count : 0), 0);
  effort.left -= (edits ?? maxEditLength) ** 2;
  return found?.map(({ added, removed, value }) => {
    const text = value.join('');
    return { isEqual: !added && !removed, before: added ? '' : text, after: removed ? '' : text };
  });
}

/** Merges adjacent changes, and those with no letter or digit between them: a lone blank is not worth showing as unchanged. */
function joined(stretches: readonly Stretch[]): Stretch[] {
  const result: Stretch[] = [];
  stretches.forEach((stretch, index) => {
    const last = result.at(-1);
    const isBridge =
      !/[\p{L}\p{N}\n]/u.test(stretch.before) && last?.isEqual === false && stretches[index + 1]?.isEqual === false;
    const isEqual = stretch.isEqual && !isBridge;
    if (last?.isEqual !== isEqual) {
      result.push({ ...stretch, isEqual });
      return;
    }
    last.before += stretch.before;
    last.after += stretch.after;
  });
  return result;
}

/** A paragraph includes the line breaks behind it. */
function paragraphsOf(text: string): string[] {
  return text === '' ? [] : text.split(/(?<=\n)(?!\n)/);
}
