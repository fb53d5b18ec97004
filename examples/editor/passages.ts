import { type Change, changesOf } from './merge.ts';

/** Words of a chapter by their place in its text, in characters as the service counts them: code points. */
export interface Span {
  start: number;
  end: number;
}

export const codePoints = (text: string) => Array.from(text).length;

/** Changed paragraphs. Inserted ones are proposed with a neighbour: a proposal replaces words. */
export function passagesOf(base: string, mine: string): (Span & { replacement: string })[] {
  const lines = base.split('\n');
  const startOf = (line: number) => lines.slice(0, line).reduce((sum, text) => sum + codePoints(text) + 1, 0);
  return changesOf(lines, mine.split('\n')).map((change) => {
    const { start, end, lines: replacement } = withWords(lines, change);
    const from = startOf(start);
    return {
      start: from,
      end: from + codePoints(lines.slice(start, end).join('\n')),
      replacement: replacement.join('\n'),
    };
  });
}

/** With a neighbour, if there are no words to replace, or none that replace them: then a line break goes, too. */
function withWords(base: string[], change: Change): Change {
  let { start, end, lines } = change;
  const isEmpty = () => base.slice(start, end).join('\n') === '';
  while (isEmpty() || lines.length === 0) {
    const [before, behind] = [base[start - 1], base[end]];
    if (before !== undefined) [start, lines] = [start - 1, [before, ...lines]];
    else if (behind !== undefined) [end, lines] = [end + 1, [...lines, behind]];
    else if (isEmpty()) throw new Error('An empty chapter has no words to change. Its author writes the first ones.');
    else break;
  }
  return { start, end, lines };
}

/** Places of a text that are counted in code points, in UTF-16 units. */
export function unitsIn(text: string, points: readonly number[]): Map<number, number> {
  const units = new Map<number, number>();
  let [unit, point] = [0, 0];
  for (const wanted of [...new Set(points)].sort((a, b) => a - b)) {
    for (; point < wanted && unit < text.length; point += 1) unit += (text.codePointAt(unit) ?? 0) > 0xffff ? 2 : 1;
    units.set(wanted, unit);
  }
  return units;
}
