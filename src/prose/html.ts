import type { Nodes } from 'hast';
import { toHtml } from 'hast-util-to-html';
import { proseTree, proseTrees, type Setting } from './tree.ts';

/** Converts prose to an HTML fragment that is also well-formed XML. */
export function proseHtml(markdown: string, setting: Partial<Setting> = {}): string {
  return htmlOf(proseTree(markdown, setting));
}

/** The same HTML in pieces, each made on demand within a few milliseconds. */
export function* proseHtmlPieces(markdown: string, setting: Partial<Setting> = {}): Generator<string> {
  let isFirst = true;
  for (const tree of proseTrees(markdown, setting)) {
    const html = htmlOf(tree);
    yield isFirst || html === '' ? html : `\n${html}`;
    isFirst &&= html === '';
  }
}

/** Serializes a tree as HTML that is also well-formed XML. */
function htmlOf(tree: Nodes): string {
  // XML text must not contain the end of a CDATA section.
  return toHtml(tree, { closeSelfClosing: true }).replaceAll(']]>', ']]&gt;');
}
