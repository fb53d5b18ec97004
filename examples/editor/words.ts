import { codePoints, type Span } from './passages.ts';
import { surface } from './surface.ts';

/** The words that are selected in the text; undefined without a selection. */
export function selectedWords(): (Span & { shown: string }) | undefined {
  const { doc, selection } = surface.state;
  const { from, to, empty } = selection.main;
  if (empty) return undefined;
  const [start, shown] = [codePoints(doc.sliceString(0, from)), doc.sliceString(from, to)];
  return { start, end: start + codePoints(shown), shown };
}
