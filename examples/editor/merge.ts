/** Policy for conflicting changes: `stop` leaves them open, `both` keeps mine before theirs. */
export type Choice = 'stop' | 'mine' | 'theirs' | 'both';

export interface Merged {
  text: string;
  /** Number of conflicts. With `stop` and conflicts, `text` contains mine. */
  overlaps: number;
}

/** Lines `[start, end)` of the base, with the replacement of a side. */
export interface Change {
  start: number;
  end: number;
  lines: string[];
}

/** Above this number of line pairs the texts are not compared in detail: the difference is one change. */
const pairsMax = 4_000_000;

/** Three-way merge by lines, which are paragraphs in prose: changes of one side are merged. */
export function merge(base: string, mine: string, theirs: string, choice: Choice = 'stop'): Merged {
  const lines = base.split('\n');
  const sides = [changesOf(lines, mine.split('\n')), changesOf(lines, theirs.split('\n'))] as const;
  const merged: string[] = [];
  let overlaps = 0;
  let at = 0;
  for (const { start, end, ours, others } of grouped(...sides)) {
    merged.push(...lines.slice(at, start));
    const [own, other] = [applied(lines, start, end, ours), applied(lines, start, end, others)];
    const isDisputed = ours.length > 0 && others.length > 0 && !isSame(own, other);
    if (isDisputed) overlaps += 1;
    if (isDisputed && choice === 'both') merged.push(...own, ...separated(own, other));
    else merged.push(...(ours.length === 0 || (isDisputed && choice === 'theirs') ? other : own));
    at = end;
  }
  merged.push(...lines.slice(at));
  return { text: merged.join('\n'), overlaps };
}

interface Group {
  start: number;
  end: number;
  ours: Change[];
  others: Change[];
}

/** Groups overlapping changes of both sides, in the order of the base. */
function grouped(mine: Change[], theirs: Change[]): Group[] {
  const groups: Group[] = [];
  const all = [
    ...mine.map((change) => ({ change, side: 'ours' as const })),
    ...theirs.map((change) => ({ change, side: 'others' as const })),
  ].sort((a, b) => a.change.start - b.change.start || a.change.end - b.change.end);
  for (const { change, side } of all) {
    const last = groups.at(-1);
    if (!last || !overlaps(last, change)) groups.push({ start: change.start, end: change.end, ours: [], others: [] });
    const group = groups.at(-1);
    group?.[side].push(change);
    if (group) group.end = Math.max(group.end, change.end);
  }
  return groups;
}

/** Adjacent changes do not overlap, except two insertions at one place. */
function overlaps(group: Group, { start, end }: Change): boolean {
  return start < group.end || (start === group.start && end === group.end);
}

function applied(base: string[], start: number, end: number, changes: Change[]): string[] {
  const lines: string[] = [];
  let at = start;
  for (const change of changes) {
    lines.push(...base.slice(at, change.start), ...change.lines);
    at = change.end;
  }
  return [...lines, ...base.slice(at, end)];
}

/** Two versions of a paragraph must not be joined. */
function separated(first: string[], second: string[]): string[] {
  return first.length === 0 || first.at(-1) === '' || second[0] === '' ? second : ['', ...second];
}

function isSame(a: string[], b: string[]): boolean {
  return a.length === b.length && a.every((line, index) => line === b[index]);
}

/** Changes from `base` to `text`, in order. */
export function changesOf(base: string[], text: string[]): Change[] {
  let start = 0;
  while (start < base.length && start < text.length && base[start] === text[start]) start += 1;
  let tail = 0;
  while (tail < base.length - start && tail < text.length - start && base.at(-1 - tail) === text.at(-1 - tail))
    tail += 1;
  const [end, textEnd] = [base.length - tail, text.length - tail];
  if (start === end && start === textEnd) return [];
  const whole = [{ start, end, lines: text.slice(start, textEnd) }];
  if ((end - start) * (textEnd - start) > pairsMax || start === end || start === textEnd) return whole;
  return compared(base.slice(start, end), text.slice(start, textEnd)).map((change) => ({
    ...change,
    start: change.start + start,
    end: change.end + start,
  }));
}

/** By the longest common subsequence. */
function compared(base: string[], text: string[]): Change[] {
  const width = text.length + 1;
  const lengths = new Uint32Array((base.length + 1) * width);
  const lengthAt = (row: number, column: number) => lengths[row * width + column] ?? 0;
  for (let row = base.length - 1; row >= 0; row -= 1)
    for (let column = text.length - 1; column >= 0; column -= 1)
      lengths[row * width + column] =
        base[row] === text[column]
          ? lengthAt(row + 1, column + 1) + 1
          : Math.max(lengthAt(row + 1, column), lengthAt(row, column + 1));
  const changes: Change[] = [];
  let row = 0;
  let column = 0;
  while (row < base.length || column < text.length) {
    if (row < base.length && base[row] === text[column]) {
      row += 1;
      column += 1;
      continue;
    }
    const last = changes.at(-1);
    const change = last?.end === row ? last : { start: row, end: row, lines: [] };
    if (change !== last) changes.push(change);
    const line = text[column];
    if (line !== undefined && (row === base.length || lengthAt(row, column + 1) > lengthAt(row + 1, column))) {
      change.lines.push(line);
      column += 1;
    } else {
      row += 1;
      change.end = row;
    }
  }
  return changes;
}
