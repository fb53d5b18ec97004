import { proseTree } from '../../../prose/tree.ts';
import { passagesOf, type Run } from '../formats/passages.ts';

/** Runs of a text that is inserted beside another run. Its paragraphs become lines, and the blanks at its ends stay. */
export function runsOfText(text: string, beside: Run): Run[] {
  const plain = (piece: string, breaksLine = false): Run => ({ ...beside, text: piece, breaksLine });
  // Markdown drops the blanks at the ends of a paragraph.
  const [before, after] = [/^\s*/.exec(text)?.[0] ?? '', text.trim() === '' ? '' : text.slice(text.trimEnd().length)];
  const passages = passagesOf(proseTree(text.trim()).children);
  const runs = passages.flatMap(({ runs }, index) =>
    runs.map((run, nth) => ({ ...mixed(run, beside), breaksLine: run.breaksLine || (index > 0 && nth === 0) })),
  );
  return [...blanks(before, plain), ...runs, ...blanks(after, plain)];
}

/** A break is a line, as far as blanks have one. */
function blanks(text: string, plain: (piece: string, breaksLine?: boolean) => Run): Run[] {
  if (text === '') return [];
  return text.includes('\n') ? [plain('', true)] : [plain(text)];
}

const mixed = (run: Run, beside: Run): Run => ({
  ...run,
  isItalic: run.isItalic || beside.isItalic,
  isBold: run.isBold || beside.isBold,
});
