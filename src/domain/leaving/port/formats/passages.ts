import type { Element, ElementContent, RootContent } from 'hast';
import { trimmedParts } from '../../../../prose/lines.ts';
import { referredNote } from '../../../../prose/notes.ts';

/** Words with the same formatting. */
export interface Run {
  text: string;
  isItalic: boolean;
  isBold: boolean;
  isCode: boolean;
  isStruck: boolean;
  /** Number of the note of the chapter to which it refers. */
  note?: number;
  /** Line break before it, within the paragraph. */
  breaksLine: boolean;
}

/** A paragraph of a manuscript. */
export interface Passage {
  kind: 'text' | 'heading' | 'scene break' | 'code' | 'table';
  runs: Run[];
  /** Cells of a table, by rows. */
  rows?: Run[][][];
  /** Nesting in quotes and lists. */
  depth: number;
  /** Label of a list item. */
  label?: string;
}

type Node = RootContent | ElementContent;
type Marks = Omit<Run, 'text' | 'breaksLine' | 'note'>;

const unmarked: Marks = { isItalic: false, isBold: false, isCode: false, isStruck: false };

/** Converts a prose tree to manuscript paragraphs. */
export function passagesOf(nodes: readonly Node[], depth = 0): Passage[] {
  const passages: Passage[] = [];
  let loose: Node[] = [];
  const close = () => {
    passages.push(...passageOf('text', loose, depth));
    loose = [];
  };
  for (const node of nodes) {
    const block = node.type === 'element' ? blockOf(node, depth) : undefined;
    if (!block) {
      loose.push(node);
      continue;
    }
    close();
    passages.push(...block);
  }
  close();
  return passages;
}

/** Undefined for inline elements. */
function blockOf({ tagName, properties, children }: Element, depth: number): Passage[] | undefined {
  if (tagName === 'p') return passageOf('text', children, depth);
  if (tagName === 'hr') return [{ kind: 'scene break', runs: [], depth }];
  if (tagName === 'pre') return passageOf('code', children, depth);
  if (tagName === 'blockquote') return passagesOf(children, depth + 1);
  if (/^h\d$/.test(tagName)) return passageOf('heading', children, depth);
  if (tagName === 'table') return [{ kind: 'table', runs: [], rows: rowsIn(children), depth }];
  if (tagName !== 'ul' && tagName !== 'ol') return undefined;
  const items = children.flatMap((child) => (child.type === 'element' ? [child.children] : []));
  const first = Number(properties.start ?? 1);
  return items.flatMap((item, index) => labelled(item, tagName === 'ul' ? '•' : `${first + index}.`, depth + 1));
}

function labelled(item: readonly Node[], label: string, depth: number): Passage[] {
  const [first = { kind: 'text', runs: [], depth }, ...rest] = passagesOf(item, depth);
  // A list nested at the start of an item shares its first line.
  return [first.label ? first : { ...first, label }, ...rest];
}

/** Rows of a table, whose head and body are elements of their own. */
function rowsIn(nodes: readonly Node[]): Run[][][] {
  return nodes.flatMap((node) => {
    if (node.type !== 'element') return [];
    if (node.tagName !== 'tr') return rowsIn(node.children);
    const cells = node.children.filter((child) => child.type === 'element');
    return [cells.map(({ tagName, children }) => runsOf(children, { ...unmarked, isBold: tagName === 'th' }))];
  });
}

/** Empty if there is no text. */
function passageOf(kind: Passage['kind'], nodes: readonly Node[], depth: number): Passage[] {
  const all = runsOf(nodes, { ...unmarked, isCode: kind === 'code' });
  // Markdown leaves the old line end after a break, which would be a space before the next word.
  const runs = all.filter(({ text, isCode }, index) => isCode || !all[index - 1]?.breaksLine || text.trim() !== '');
  return runs.some(({ text, note }) => text.trim() !== '' || note) ? [{ kind, runs, depth }] : [];
}

function runsOf(nodes: readonly Node[], marks: Marks): Run[] {
  return nodes.flatMap((node) => {
    if (node.type === 'text') return linesOf(node.value, marks);
    if (node.type !== 'element') return [];
    const { tagName, children } = node;
    if (tagName === 'br') return [{ ...marks, text: '', breaksLine: true }];
    const note = referredNote(node);
    if (note) return [{ ...marks, text: '', note, breaksLine: false }];
    return runsOf(children, {
      isItalic: marks.isItalic || tagName === 'em',
      isBold: marks.isBold || tagName === 'strong',
      isCode: marks.isCode || tagName === 'code',
      isStruck: marks.isStruck || tagName === 'del',
    });
  });
}

/** Line ends are spaces, except in code. */
function linesOf(value: string, marks: Marks): Run[] {
  if (!marks.isCode) return [{ ...marks, text: trimmedParts(value, '\n').join(' '), breaksLine: false }];
  const lines = value.replace(/\n$/, '').split('\n');
  return lines.map((text, index) => ({ ...marks, text, breaksLine: index > 0 }));
}
