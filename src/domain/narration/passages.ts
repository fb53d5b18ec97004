import type { ElementContent, RootContent } from 'hast';
import { proseTree } from '../../prose/tree.ts';

/** Text that is spoken at once, and the silence before it. */
export interface Passage {
  text: string;
  pauseMs: number;
}

/** Silence before a paragraph, around a heading, and at the end of a scene, milliseconds. Ours. */
const paragraphMs = 600;
const headingMs = 1_200;
const sceneMs = 2_000;

const headings = new Set(['h2', 'h3', 'h4', 'h5', 'h6']);
const containers = new Set(['blockquote', 'ul', 'ol']);

/**
 * Converts a chapter to spoken passages: the title, then the paragraphs as plain text. A line without letters and digits
 * ends a scene.
 */
export function passagesOf(title: string, markdown: string): Passage[] {
  const passages: Passage[] = [];
  let pauseMs = 0;
  const say = (spoken: string, afterMs: number, leastMs = 0) => {
    const text = spoken.replace(/\s+/gu, ' ').trim();
    if (!/[\p{L}\p{N}]/u.test(text)) {
      pauseMs = Math.max(pauseMs, sceneMs);
      return;
    }
    passages.push({ text, pauseMs: passages.length === 0 ? 0 : Math.max(pauseMs, leastMs) });
    pauseMs = afterMs;
  };
  const read = (nodes: readonly (RootContent | ElementContent)[]) => {
    for (const node of nodes) {
      if (node.type !== 'element') continue;
      if (node.tagName === 'hr') pauseMs = Math.max(pauseMs, sceneMs);
      else if (containers.has(node.tagName) || holdsBlocks(node.children)) read(node.children);
      else if (headings.has(node.tagName)) say(textOf(node.children), headingMs, headingMs);
      else say(textOf(node.children), paragraphMs);
    }
  };
  say(title, headingMs);
  // A title without words causes no pause.
  pauseMs = passages.length === 0 ? 0 : pauseMs;
  read(proseTree(markdown).children);
  return passages;
}

const blocks = new Set(['p', 'pre', ...headings, ...containers]);

function holdsBlocks(nodes: readonly ElementContent[]): boolean {
  return nodes.some((node) => node.type === 'element' && blocks.has(node.tagName));
}

function textOf(nodes: readonly ElementContent[]): string {
  return nodes
    .map((node) => {
      if (node.type === 'text') return node.value;
      if (node.type !== 'element') return '';
      return node.tagName === 'br' ? ' ' : textOf(node.children);
    })
    .join('');
}
