import type { Element, ElementContent, RootContent } from 'hast';
import { safeAddress } from './address.ts';
import type { HeadingLevel } from './heading-level.ts';
import { referredNote } from './notes.ts';

/** Shifts headings down, keeps only properties that we know, and replaces unsafe links by their text. */
export function sanitized<Node extends RootContent | ElementContent>(
  node: Node,
  above: HeadingLevel,
): (Node | ElementContent)[] {
  if (node.type !== 'element' || referredNote(node)) return [node];
  const { tagName, properties } = node;
  const children = node.children.flatMap((child) => sanitized(child, above));
  if (tagName === 'a') {
    const href = safeAddress(String(properties.href));
    return href ? [{ ...node, properties: { href, ...titleOf(properties) }, children }] : children;
  }
  return [{ ...node, tagName: lowered(tagName, above), properties: kept(node), children }];
}

const sides: Readonly<Record<string, string>> = { center: 'center', right: 'end' };

function kept({ tagName, properties }: Element): Element['properties'] {
  if (tagName === 'ol' && properties.start) return { start: properties.start };
  const side = sides[String(properties.align)];
  return side ? { className: [side] } : {};
}

function titleOf({ title }: Element['properties']): Element['properties'] {
  return title ? { title } : {};
}

function lowered(tagName: string, above: HeadingLevel): string {
  const [, level] = /^h([1-6])$/.exec(tagName) ?? [];
  return level ? `h${Math.min(6, Number(level) + above)}` : tagName;
}
