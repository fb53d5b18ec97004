import { setImmediate as turn } from 'node:timers/promises';
import type { Element, ElementContent, RootContent } from 'hast';
import { notesIn, referredNote } from '../../../prose/notes.ts';
import { isBlock } from '../../../prose/plain.ts';
import { proseTrees } from '../../../prose/tree.ts';

/** Text that is spoken at once, and the silence before it. */
interface Passage {
  text: string;
  pauseMs: number;
}

/** Silence before a paragraph, around a heading, and at the end of a scene, milliseconds. Ours. */
const paragraphMs = 600;
const headingMs = 1_200;
const sceneMs = 2_000;

/** The spoken passages of a chapter, and the notes that are left out. */
interface Script {
  passages: Passage[];
  /** Texts of its notes. A listener has no page to look down to. */
  notes: string[];
}

/**
 * Converts a chapter to spoken passages: the title, then the paragraphs and the rows of tables as plain text. A line without
 * letters and digits ends a scene. Yields to other requests in between.
 */
export async function scriptOf(title: string, markdown: string): Promise<Script> {
  const passages: Passage[] = [];
  const notes: string[] = [];
  let pauseMs = 0;
  const say = (spoken: string, afterMs: number, leastMs = 0) => {
    const text = onOneLine(spoken);
    if (!/[\p{L}\p{N}]/u.test(text)) {
      pauseMs = Math.max(pauseMs, sceneMs);
      return;
    }
    passages.push({ text, pauseMs: passages.length === 0 ? 0 : Math.max(pauseMs, leastMs) });
    pauseMs = afterMs;
  };
  const read = (nodes: readonly (RootContent | ElementContent)[]) => {
    let loose: (RootContent | ElementContent)[] = [];
    const sayLoose = () => {
      if (loose.some((node) => node.type !== 'text' || node.value.trim() !== '')) say(textOf(loose), paragraphMs);
      loose = [];
    };
    for (const node of nodes) {
      if (node.type !== 'element' || !isBlock(node)) {
        loose.push(node);
        continue;
      }
      sayLoose();
      readBlock(node);
    }
    sayLoose();
  };
  const readBlock = (node: Element) => {
    const bodies = notesIn(node);
    if (bodies) notes.push(...bodies.map((body) => onOneLine(body.map((block) => textOf([block])).join(' '))));
    else if (node.tagName === 'hr') pauseMs = Math.max(pauseMs, sceneMs);
    else if (node.tagName === 'table') for (const row of rowsIn(node)) say(row, paragraphMs);
    else if (/^h\d$/.test(node.tagName)) say(textOf(node.children), headingMs, headingMs);
    else if (node.tagName === 'p' || node.tagName === 'pre') say(textOf(node.children), paragraphMs);
    else read(node.children);
  };
  say(title, headingMs);
  // A title without words causes no pause.
  pauseMs = passages.length === 0 ? 0 : pauseMs;
  for (const { children } of proseTrees(markdown)) {
    read(children);
    await turn();
  }
  return { passages, notes };
}

function onOneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

/** The cells of each row, with the pause of a comma between them. */
function rowsIn({ tagName, children }: Element): string[] {
  const elements = children.filter((child) => child.type === 'element');
  if (tagName !== 'tr') return elements.flatMap(rowsIn);
  const cells = elements.map((cell) => onOneLine(textOf(cell.children)));
  return [cells.filter(Boolean).join(', ')];
}

function textOf(nodes: readonly (RootContent | ElementContent)[]): string {
  return nodes
    .map((node) => {
      if (node.type === 'text') return node.value;
      if (node.type !== 'element' || referredNote(node)) return '';
      return node.tagName === 'br' ? ' ' : textOf(node.children);
    })
    .join('');
}
