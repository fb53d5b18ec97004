import type { ElementContent, Root, RootContent } from 'hast';
import type { FootnoteDefinition, Root as Mdast } from 'mdast';
import { toHast } from 'mdast-util-to-hast';
import { printableLines } from '../markup.ts';
import { paragraphsOf } from './elements.ts';
import { handlersOf } from './handlers.ts';
import type { HeadingLevel } from './heading-level.ts';
import { withLineEnds } from './line-ends.ts';
import { setLines } from './lines.ts';
import { parseMarkdown } from './markdown.ts';
import { type NoteLinks, Notes } from './notes.ts';
import { type Piece, piecesOf } from './pieces.ts';
import { offsetOf, type References, referencesIn } from './references.ts';
import { sanitized } from './sanitize.ts';

/** How a text is set into a page. */
export interface Setting extends NoteLinks {
  above: HeadingLevel;
}

const alone: Setting = { above: 1, ids: '', hasEpubTypes: false };

/**
 * Converts prose to a tree of few elements: p, h2–h6 (the chapter title is above them), em, strong, del, blockquote, ul, ol,
 * li, table, pre, code, hr, br, a with links to http, https or mailto only, and notes at its end. Authors cannot add other
 * elements: HTML comments are dropped, `<br>` breaks a line, other HTML is shown as text, and a picture becomes its
 * description. All other words of the text are in the tree, once and in their order.
 */
export function proseTree(markdown: string, setting: Partial<Setting> = {}): Root {
  const children: RootContent[] = [];
  for (const tree of proseTrees(markdown, setting)) {
    if (children.length > 0 && tree.children.length > 0) children.push({ type: 'text', value: '\n' });
    for (const child of tree.children) children.push(child);
  }
  return { type: 'root', children };
}

/**
 * The same tree in parts, each made on demand within a few milliseconds, so that other requests can run in between. Parts
 * may be empty.
 */
export function* proseTrees(markdown: string, setting: Partial<Setting> = {}): Generator<Root> {
  const { above, ...links } = { ...alone, ...setting };
  const pieces = [...piecesOf(withLineEnds(printableLines(markdown)))];
  const search = referencesIn(pieces);
  let found = search.next();
  for (; !found.done; found = search.next()) yield { type: 'root', children: [] };
  const page = new Page(found.value, new Notes(links), above);
  for (const [index, piece] of pieces.entries()) yield { type: 'root', children: page.set(piece, index) };
  const notes = page.notes.section();
  if (notes) yield { type: 'root', children: [notes] };
}

/** The pieces of a text on their way into the tree. */
class Page {
  readonly notes: Notes;
  private readonly references: References;
  private readonly above: HeadingLevel;

  constructor(references: References, notes: Notes, above: HeadingLevel) {
    this.references = references;
    this.notes = notes;
    this.above = above;
  }

  set(piece: Piece, index: number): RootContent[] {
    const nodes = piece.isPlain ? paragraphsOf(piece.text) : this.read(piece, index);
    return this.finished(nodes);
  }

  private read({ text }: Piece, index: number): RootContent[] {
    const { names, notes, links, parsed } = this.references;
    const mdast: Mdast = parsed.get(index) ?? parseMarkdown(text, names);
    const handlers = handlersOf({
      text,
      names,
      links,
      reference: (name) => {
        const note = notes.get(name);
        return note && this.notes.reference(note);
      },
      takeNote: (node: FootnoteDefinition, body) => {
        const note = notes.get(node.identifier);
        if (note?.piece !== index || note.offset !== offsetOf(node)) return false;
        this.notes.define(note, this.finished(body()));
        return true;
      },
    });
    const tree = toHast(mdast, { handlers });
    return tree.type === 'root' ? tree.children : [tree as RootContent];
  }

  private finished<Node extends RootContent | ElementContent>(nodes: readonly Node[]): (Node | ElementContent)[] {
    const all = nodes.flatMap((node) => sanitized(node, this.above));
    for (const node of all) if (node.type === 'element') setLines(node);
    return all.filter((node) => node.type !== 'element' || node.tagName !== 'p' || node.children.some(isShown));
  }
}

const isShown = (node: ElementContent) => node.type !== 'text' || node.value !== '';
