import type { Element, ElementContent, Root, RootContent } from 'hast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { type Handler, toHast } from 'mdast-util-to-hast';
import { printable } from '../markup.ts';
import { safeAddress } from './address.ts';
import { type Piece, piecesOf } from './pieces.ts';

/** The level of the heading that stands above a prose, 1–5: its own highest headings are one below. */
export type Above = 1 | 2 | 3 | 4 | 5;

/**
 * Prose as a tree of few elements: p, h2–h6 (the chapter's title is above them), em, strong, blockquote, ul, ol, li, pre, code,
 * hr, br and a, whose links lead to http, https or mailto. Nothing that an author writes becomes an element of its own: HTML
 * comments are left out, `<br>` breaks a line, other HTML is the text that it is, and a picture from elsewhere is its description.
 */
export function proseTree(markdown: string, above: Above = 1): Root {
  const children: RootContent[] = [];
  for (const tree of proseTrees(markdown, above)) {
    if (children.length > 0 && tree.children.length > 0) children.push({ type: 'text', value: '\n' });
    for (const child of tree.children) children.push(child);
  }
  return { type: 'root', children };
}

/** The same tree as several, each made when it is asked for and within some milliseconds, so that others can have their turn in between. */
export function* proseTrees(markdown: string, above: Above = 1): Generator<Root> {
  const text = printable(markdown).replace(/\r\n?/g, '\n');
  const definitions = definitionsIn(text);
  for (const piece of piecesOf(text)) {
    const children = (piece.isPlain ? plain(piece) : read(piece, definitions)).flatMap(
      (node) => tidied(node, above) as RootContent[],
    );
    yield { type: 'root', children };
  }
}

/** Nobody writes more of them by hand (ours); each piece reads them all. */
const definitionsMax = 100;

/** Where links lead that are written as `[words][name]`: the same throughout a text. */
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

/** Headings so many steps down, and links that lead nowhere good as their words alone. */
function tidied<Node extends RootContent | ElementContent>(node: Node, above: Above): (Node | ElementContent)[] {
  if (node.type !== 'element') return [node];
  const { tagName, properties } = node;
  const children = node.children.flatMap((child) => tidied(child, above));
  if (tagName === 'a') {
    const href = safeAddress(String(properties.href));
    return href ? [{ ...node, properties: { href }, children }] : children;
  }
  const kept = tagName === 'ol' && properties.start ? { start: properties.start } : {};
  return [{ ...node, tagName: lowered(tagName, above), properties: kept, children }];
}

function lowered(tagName: string, above: Above): string {
  const [, level] = /^h([1-6])$/.exec(tagName) ?? [];
  return level ? `h${Math.min(6, Number(level) + above)}` : tagName;
}
