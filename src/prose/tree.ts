import type { Element, ElementContent, Root, RootContent } from 'hast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { type Handler, toHast } from 'mdast-util-to-hast';
import { printable } from '../markup.ts';
import { safeAddress } from './address.ts';
import { type Piece, piecesOf } from './pieces.ts';

/** Level of the heading above the prose, 1–5. The prose's highest headings are one level below. */
export type HeadingLevel = 1 | 2 | 3 | 4 | 5;

/**
 * Converts prose to a tree of few elements: p, h2–h6 (the chapter title is above them), em, strong, blockquote, ul, ol, li,
 * pre, code, hr, br and a, with links to http, https or mailto only. Authors cannot add other elements: HTML comments are
 * dropped, `<br>` breaks a line, other HTML is shown as text, and a picture becomes its description.
 */
export function proseTree(markdown: string, above: HeadingLevel = 1): Root {
  const children: RootContent[] = [];
  for (const tree of proseTrees(markdown, above)) {
    if (children.length > 0 && tree.children.length > 0) children.push({ type: 'text', value: '\n' });
    for (const child of tree.children) children.push(child);
  }
  return { type: 'root', children };
}

/** The same tree in parts, each made on demand within a few milliseconds, so that other requests can run in between. */
export function* proseTrees(markdown: string, above: HeadingLevel = 1): Generator<Root> {
  const text = printable(markdown).replace(/\r\n?/g, '\n');
  const definitions = definitionsIn(text);
  for (const piece of piecesOf(text)) {
    const children = (piece.isPlain ? plain(piece) : read(piece, definitions)).flatMap(
      (node) => sanitized(node, above) as RootContent[],
    );
    yield { type: 'root', children };
  }
}

/** More than anybody writes by hand (ours); each piece parses them all. */
const definitionsMax = 100;

/** Link definitions of `[words][name]`, which apply to the whole text. */
function definitionsIn(markdown: string): string {
  let definitions = '';
  let count = 0;
  for (const [found] of markdown.matchAll(/^ {0,3}\[[^[\]\\\n]{1,100}\]:[ \t]*\S[^\n]{0,500}$/gm)) {
    definitions += `${found}\n\n`;
    count += 1;
    if (count === definitionsMax) break;
  }
  return definitions;
}

function read({ text }: Piece, definitions: string): RootContent[] {
  const tree = toHast(fromMarkdown(text.includes('[') ? definitions + text : text), {
    handlers: { html, image, imageReference: image },
  });
  return tree.type === 'root' ? tree.children : [tree as RootContent];
}

function plain({ text }: Piece): RootContent[] {
  const paragraphs = text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== '');
  return paragraphs.map((paragraph) => paragraphOf(paragraph.trim()));
}

function paragraphOf(value: string): Element {
  return { type: 'element', tagName: 'p', properties: {}, children: [{ type: 'text', value }] };
}

const comment = /^<!--[\s\S]*?(?:-->|$)\s*/;
const lineBreak = /^<br\s*\/?>$/i;

const html: Handler = (_state, node: { value: string }, parent) => {
  if (lineBreak.test(node.value)) return { type: 'element', tagName: 'br', properties: {}, children: [] };
  let value = node.value;
  while (comment.test(value)) value = value.replace(comment, '');
  if (value === '') return undefined;
  const isBlock = parent?.type === 'root' || parent?.type === 'blockquote' || parent?.type === 'listItem';
  return isBlock ? paragraphOf(value) : { type: 'text', value };
};

const image: Handler = (_state, { alt }: { alt?: string | null }) =>
  alt ? { type: 'element', tagName: 'em', properties: {}, children: [{ type: 'text', value: alt }] } : undefined;

/** Shifts headings down, and replaces unsafe links by their text. */
function sanitized<Node extends RootContent | ElementContent>(
  node: Node,
  above: HeadingLevel,
): (Node | ElementContent)[] {
  if (node.type !== 'element') return [node];
  const { tagName, properties } = node;
  const children = node.children.flatMap((child) => sanitized(child, above));
  if (tagName === 'a') {
    const href = safeAddress(String(properties.href));
    return href ? [{ ...node, properties: { href }, children }] : children;
  }
  const kept = tagName === 'ol' && properties.start ? { start: properties.start } : {};
  return [{ ...node, tagName: lowered(tagName, above), properties: kept, children }];
}

function lowered(tagName: string, above: HeadingLevel): string {
  const [, level] = /^h([1-6])$/.exec(tagName) ?? [];
  return level ? `h${Math.min(6, Number(level) + above)}` : tagName;
}
