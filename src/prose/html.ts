import type { Nodes } from 'hast';
import { toHtml } from 'hast-util-to-html';
import { proseTree } from './tree.ts';

/** Prose as HTML without a page around it, which is well-formed XML too. */
export function proseHtml(markdown: string): string {
  return htmlOf(proseTree(markdown));
}

/** A tree as HTML that is well-formed XML too. */
export function htmlOf(tree: Nodes): string {
  // The end of a CDATA section may not stand in XML's text.
  return toHtml(tree, { closeSelfClosing: true }).replaceAll(']]>', ']]&gt;');
}
