import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { proseHtmlPieces } from '../../prose/html.ts';

/** Prose as readers see it, as HTML. Yields to other requests between the pieces of a long text. */
export async function readableHtml(markdown: string): Promise<string> {
  let text = '';
  for (const piece of proseHtmlPieces(markdown)) {
    text += piece;
    await yieldToOthers();
  }
  return text;
}
