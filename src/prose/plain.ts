import type { Element, ElementContent, RootContent } from 'hast';
import { notesIn, referredNote } from './notes.ts';
import { proseTrees } from './tree.ts';

type Node = RootContent | ElementContent;

/**
 * Converts prose to the blocks of a plain text: no marks except `_emphasis_`, `***` for a scene break, and `[1]` for a note,
 * which follows the text. A block has a line for each line break in it.
 */
export function* plainBlocks(markdown: string): Generator<string> {
  for (const { children } of proseTrees(markdown)) yield* blocksIn(children);
}

function* blocksIn(nodes: readonly Node[]): Generator<string> {
  let loose: Node[] = [];
  for (const node of nodes) {
    if (node.type !== 'element' || !isBlock(node)) {
      loose.push(node);
      continue;
    }
    yield* lineOf(loose);
    loose = [];
    yield* blocksOf(node);
  }
  yield* lineOf(loose);
}

const containers = new Set(['blockquote', 'thead', 'tbody', 'table', 'section']);

/** Whether an element of the tree stands on lines of its own. */
export function isBlock({ tagName }: Element): boolean {
  return containers.has(tagName) || /^(?:p|pre|hr|ul|ol|li|tr|h\d)$/.test(tagName);
}

function* blocksOf(node: Element): Generator<string> {
  const notes = notesIn(node);
  if (notes) for (const [index, body] of notes.entries()) yield* withLabel(`[${index + 1}] `, blocksIn(body));
  else if (node.tagName === 'hr') yield '***';
  else if (node.tagName === 'ul' || node.tagName === 'ol') yield* itemsOf(node);
  else if (node.tagName === 'tr') yield cellsOf(node).join('\t');
  else if (containers.has(node.tagName)) yield* blocksIn(node.children);
  else yield* lineOf(node.children, node.tagName === 'pre');
}

function* itemsOf({ tagName, properties, children }: Element): Generator<string> {
  const items = children.filter((child) => child.type === 'element');
  const first = Number(properties.start ?? 1);
  for (const [index, item] of items.entries())
    yield* withLabel(tagName === 'ul' ? '• ' : `${first + index}. `, blocksIn(item.children));
}

function* withLabel(label: string, blocks: Iterable<string>): Generator<string> {
  let before = label;
  for (const block of blocks) {
    yield before + block;
    before = '';
  }
}

function cellsOf({ children }: Element): string[] {
  return children.flatMap((cell) => (cell.type === 'element' ? [[...lineOf(cell.children)].join(' ')] : []));
}

/** Empty if there is no text. */
function* lineOf(nodes: readonly Node[], isCode = false): Generator<string> {
  const text = nodes.map((node) => textOf(node, isCode)).join('');
  const lines = text.split('\n').map((line) => (isCode ? line.trimEnd() : line.replace(/[^\S\u00a0]+/gu, ' ').trim()));
  const shown = lines.filter((line) => line !== '');
  if (shown.length > 0) yield shown.join('\n');
}

function textOf(node: Node, isCode: boolean): string {
  if (node.type === 'text') return isCode ? node.value : node.value.replace(/\n/g, ' ');
  if (node.type !== 'element') return '';
  if (node.tagName === 'br') return '\n';
  const note = referredNote(node);
  if (note) return `[${note}]`;
  const text = node.children.map((child) => textOf(child, isCode)).join('');
  return node.tagName === 'em' ? emphasized(text) : text;
}

/** The marks stand next to words, on one line, and not around others. */
function emphasized(text: string): string {
  return text.includes('_') ? text : text.replace(/\S(?:[^\n]*\S)?/g, '_$&_');
}
