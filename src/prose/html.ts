import type { Nodes } from 'hast';
import { toHtml } from 'hast-util-to-html';
import { type Above, proseTree, proseTrees } from './tree.ts';

/** Prose as HTML without a page around it, which is well-formed XML too. */
export function proseHtml(markdown: string, above: Above = 1): string {
  return htmlOf(proseTree(markdown, above));
}

/** The same HTML in pieces, each made within some milliseconds when it is asked for. */
export function* proseHtmlPieces(markdown: string, above: Above = 1): Generator<string> {
  let isFirst = true;
  for (const tree of proseTrees(markdown, above)) {
    const html = htmlOf(tree);
    yield isFirst || html === '' ? html : `\n${html}`;
    isFirst &&= html === '';
  }
}

/** A tree as HTML that is well-formed XML too. */
export function htmlOf(tree: Nodes): string {
  // The end of a CDATA section may not stand in XML's text.
  return toHtml(tree, { closeSelfClosing: true }).replaceAll(']]>', ']]&gt;');
}
