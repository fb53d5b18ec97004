import type { Nodes } from 'mdast';
import { parseMarkdown } from '../../../../prose/markdown.ts';
import { piecesOf } from '../../../../prose/pieces.ts';
import type { ManuscriptChapter } from '../formats/exact-markdown.ts';
import type { Pace } from '../pace.ts';

/** A definition of a footnote or an address, as it stands in a chapter. */
interface Defined {
  /** With `^` before the name of a footnote. */
  name: string;
  source: string;
  start: number;
  end: number;
}

/**
 * Gives each chapter the definitions that it refers to. Many programs put them at the end of the file, which is the last
 * chapter.
 */
export async function withOwnDefinitions(
  chapters: readonly ManuscriptChapter[],
  pace: Pace,
): Promise<ManuscriptChapter[]> {
  if (chapters.length < 2 || !chapters.some(({ content }) => content.includes(']:'))) return [...chapters];
  const all: { content: string; defined: Defined[]; used: Set<string> }[] = [];
  for (const { content } of chapters)
    all.push({ content, defined: await definedIn(content, pace), used: usedIn(content) });
  const known = new Map<string, { source: string; chapter: number }>();
  for (const [chapter, { defined }] of all.entries())
    for (const { name, source } of defined) if (!known.has(name)) known.set(name, { source, chapter });
  const added = all.map(({ defined, used }) => {
    const own = new Set(defined.map(({ name }) => name));
    return [...used].filter((name) => known.has(name) && !own.has(name));
  });
  const wanted = new Set(added.flat());
  return chapters.map((chapter, index) => {
    const { content, defined, used } = all[index] ?? { content: '', defined: [], used: new Set<string>() };
    // Definitions that only other chapters refer to move there.
    const gone = defined.filter(
      ({ name }) => wanted.has(name) && !used.has(name) && known.get(name)?.chapter === index,
    );
    const more = (added[index] ?? []).map((name) => known.get(name)?.source ?? '');
    if (gone.length + more.length === 0) return chapter;
    return { ...chapter, content: [without(content, gone), ...more].filter(Boolean).join('\n\n') };
  });
}

function without(content: string, gone: readonly Defined[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const { start, end } of [...gone, { start: content.length, end: content.length }]) {
    parts.push(content.slice(from, start).trimEnd());
    from = end;
  }
  return parts
    .filter((part) => part.trim() !== '')
    .map((part, index) => (index === 0 ? part : part.replace(/^\s*\n/, '')))
    .join('\n\n');
}

/** Definitions outside lists and quotes. */
async function definedIn(content: string, pace: Pace): Promise<Defined[]> {
  const found: Defined[] = [];
  let offset = 0;
  for (const { text, isPlain } of piecesOf(content)) {
    if (!isPlain && text.includes(']:'))
      for (const node of parseMarkdown(text).children) found.push(...definedBy(node, text, offset));
    offset += text.length;
    await pace.breathe();
  }
  return found;
}

function definedBy(node: Nodes, text: string, offset: number): Defined[] {
  if (node.type !== 'footnoteDefinition' && node.type !== 'definition') return [];
  const [start, end] = [node.position?.start.offset ?? 0, node.position?.end.offset ?? 0];
  const name = node.type === 'definition' ? node.identifier : `^${node.identifier}`;
  return [{ name, source: text.slice(start, end).trimEnd(), start: offset + start, end: offset + end }];
}

/** Names in brackets that are no definitions. */
function usedIn(content: string): Set<string> {
  const names = content.matchAll(/\[([^[\]\n]{1,100})\](?!:)/g);
  return new Set(Array.from(names, ([, name = '']) => name.trim().replace(/\s+/g, ' ').toLowerCase()));
}
