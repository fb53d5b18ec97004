import { proseTree } from '../../../../prose/tree.ts';
import { type Passage, passagesOf, type Run } from '../formats/passages.ts';

/** The scene break of manuscript format. */
export const sceneBreak = '#';

/** The end of a paragraph within a text that is inserted. */
export interface InsertedEnd {
  /** The paragraph that begins behind it, if it is inserted as a whole. */
  next: Passage | undefined;
}

/** A text that is inserted beside a run: runs, and the ends of paragraphs between them. The blanks at its ends stay. */
export function partsOfText(text: string, beside: Run): (Run | InsertedEnd)[] {
  const isBlank = text.trim() === '';
  // Markdown drops the blanks at the ends of a paragraph.
  const [before, after] = [/^\s*/.exec(text)?.[0] ?? '', isBlank ? '' : text.slice(text.trimEnd().length)];
  const passages = passagesOf(proseTree(text.trim()).children);
  const parts = passages.flatMap((passage, index) => [
    ...(index > 0 ? [{ next: passage }] : []),
    ...runsOf(passage, beside).map((run) => mixed(run, beside)),
  ]);
  return [...blanks(before, beside, passages[0]), ...parts, ...blanks(after, beside, undefined)];
}

/** A blank line ends a paragraph; a line end within one is a blank. */
function blanks(text: string, beside: Run, next: Passage | undefined): (Run | InsertedEnd)[] {
  if (/\n[^\S\n]*\n/.test(text)) return [{ next }];
  return text === '' ? [] : [{ ...beside, text: text.replace(/\s*\n\s*/g, ' '), breaksLine: false }];
}

function runsOf({ kind, label, runs }: Passage, beside: Run): Run[] {
  if (kind === 'scene break') return [{ ...beside, text: sceneBreak }];
  return label ? [{ ...beside, text: `${label}\t` }, ...runs] : runs;
}

const mixed = (run: Run, beside: Run): Run => ({
  ...run,
  isItalic: run.isItalic || beside.isItalic,
  isBold: run.isBold || beside.isBold,
});
