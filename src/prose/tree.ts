import type { Element, ElementContent, Root, RootContent } from 'hast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { type Handler, toHast } from 'mdast-util-to-hast';
import { printable } from '../markup.ts';

/**
 * Prose as a tree of few elements: p, h2–h6 (the chapter's title is above them), em, strong, blockquote, ul, ol, li, pre, code,
 * hr, br and a, whose links lead to http, https or mailto. Nothing that an author writes becomes an element of its own: HTML
 * comments are left out, `<br>` breaks a line, other HTML is the text that it is, and a picture from elsewhere is its description.
 */
export function proseTree(markdown: string): Root {
  const tree = toHast(fromMarkdown(printable(markdown)), {
    handlers: { html, image, imageReference: image },
  });
  const root: Root = tree.type === 'root' ? tree : { type: 'root', children: [tree as RootContent] };
  root.children = root.children.flatMap((node) => tidied(node) as RootContent[]);
  return root;
}

const comment = /^<!--[\s\S]*?(?:-->|$)\s*/;
const lineBreak = /^<br\s*\/?>$/i;

const html: Handler = (_state, node: { value: string }, parent) => {
  if (lineBreak.test(node.value)) return { type: 'element', tagName: 'br', properties: {}, children: [] };
  let value = node.value;
  while (comment.test(value)) value = value.replace(comment, '');
  if (value === '') return undefined;
  const text = { type: 'text' as const, value };
  const isBlock = parent?.type === 'root' || parent?.type === 'blockquote' || parent?.type === 'listItem';
  return isBlock ? { type: 'element', tagName: 'p', properties: {}, children: [text] } : text;
};

const image: Handler = (_state, { alt }: { alt?: string | null }) =>
  alt ? { type: 'element', tagName: 'em', properties: {}, children: [{ type: 'text', value: alt }] } : undefined;

const safeLink = /^(?:https?|mailto):/i;

/** Headings one step down, and links that lead nowhere good as their words alone. */
function tidied<Node extends RootContent | ElementContent>(node: Node): (Node | ElementContent)[] {
  if (node.type !== 'element') return [node];
  const children = node.children.flatMap((child) => tidied(child));
  if (node.tagName === 'a' && !safeLink.test(String(node.properties.href ?? ''))) return children;
  return [{ ...node, tagName: lowered(node.tagName), properties: kept(node), children }];
}

function lowered(tagName: string): string {
  const [, level] = /^h([1-6])$/.exec(tagName) ?? [];
  return level ? `h${Math.min(6, Number(level) + 1)}` : tagName;
}

function kept({ tagName, properties }: Element): Element['properties'] {
  if (tagName === 'a') return { href: String(properties.href) };
  return tagName === 'ol' && properties.start ? { start: properties.start } : {};
}
