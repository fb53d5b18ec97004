import { placeIn } from './escapes.ts';
import { codePoints, type Span } from './passages.ts';
import { controls } from './sheet.ts';

/** The words that are selected in the editor; undefined without a selection. */
export function selectedWords(content: string): (Span & { shown: string }) | undefined {
  const { selectionStart, selectionEnd, value } = controls.content;
  if (selectionStart === selectionEnd) return undefined;
  const [start, end] = [placeIn(content, selectionStart), placeIn(content, selectionEnd)];
  return {
    start: codePoints(content.slice(0, start)),
    end: codePoints(content.slice(0, end)),
    shown: value.slice(selectionStart, selectionEnd),
  };
}
