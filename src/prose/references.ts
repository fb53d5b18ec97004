import type { Definition, FootnoteDefinition, Nodes, Root } from 'mdast';
import { normalizeIdentifier } from 'micromark-util-normalize-identifier';
import { safeAddress } from './address.ts';
import { type Names, parseMarkdown } from './markdown.ts';
import type { Piece } from './pieces.ts';

/** A footnote that the text refers to. */
export interface Note {
  /** From 1, in the order of the first references. */
  number: number;
  /** Where it is defined: the index of its piece, and its offset there. */
  piece: number;
  offset: number;
}

/** The definitions of a text that something refers to. All others are text. */
export interface References {
  names: Names;
  /** Definitions of addresses by identifier. */
  links: ReadonlyMap<string, Definition>;
  /** Footnotes by identifier. */
  notes: ReadonlyMap<string, Note>;
  /** Pieces that were parsed on the way, by index. */
  parsed: ReadonlyMap<number, Root>;
}

/** More than anybody writes by hand (ours); the names of all of them are looked up in lists. */
const definitionsMax = 1_000;

/** Texts without these signs have no definitions, and are not parsed twice. */
const mayDefine = /\]:/;

/** Finds the definitions of a text and what refers to them. Yields between pieces, which take a few milliseconds each. */
export function* referencesIn(pieces: readonly Piece[]): Generator<undefined, References> {
  const found = new Map<string, Located<Definition>>();
  const noted = new Map<string, Located<FootnoteDefinition>>();
  for (const [piece, { text, isPlain }] of pieces.entries()) {
    if (isPlain || !mayDefine.test(text) || found.size + noted.size >= definitionsMax) continue;
    visit(parseMarkdown(text), (node) => {
      if (node.type === 'definition' && isAddress(node.url)) keepFirst(found, node, piece);
      if (node.type === 'footnoteDefinition') keepFirst(noted, node, piece);
    });
    yield;
  }
  if (found.size + noted.size === 0) return none;
  const names = namesOf([...found.keys()], [...noted.keys()]);
  const parsed = new Map<number, Root>();
  const uses = new Uses(noted);
  for (const [piece, { text, isPlain }] of pieces.entries()) {
    if (isPlain || !text.includes('[')) continue;
    const root = parseMarkdown(text, names);
    parsed.set(piece, root);
    uses.read(root, piece);
    yield;
  }
  const links = [...found].filter(([name]) => uses.links.has(name));
  const notes = uses.notesInOrder();
  return {
    names: namesOf(
      links.map(([name]) => name),
      [...notes.keys()],
    ),
    links: new Map(links.map(([name, { node }]) => [name, node])),
    notes,
    parsed,
  };
}

interface Located<Node> {
  node: Node;
  piece: number;
}

const none: References = { names: { links: [], notes: [] }, links: new Map(), notes: new Map(), parsed: new Map() };

function namesOf(links: readonly string[], notes: readonly string[]): Names {
  return { links: links.map(normalizeIdentifier), notes: notes.map(normalizeIdentifier) };
}

function keepFirst<Node extends Definition | FootnoteDefinition>(
  among: Map<string, Located<Node>>,
  node: Node,
  piece: number,
): void {
  if (!among.has(node.identifier)) among.set(node.identifier, { node, piece });
}

/** Not the one-word line of a speaker, as in `[Emma]: Hello.`, which has the form of a definition. */
function isAddress(url: string): boolean {
  return safeAddress(url) !== undefined || /[/#]|\.\p{L}[\p{L}\d]{1,4}$/u.test(url);
}

/** References of a text, and the footnotes in which they stand. */
class Uses {
  readonly links = new Set<string>();
  private readonly defined: ReadonlyMap<string, Located<FootnoteDefinition>>;
  /** Footnotes that are referred to, by the footnote that refers to them; undefined for the text itself. */
  private readonly notesIn = new Map<string | undefined, Set<string>>();

  constructor(defined: ReadonlyMap<string, Located<FootnoteDefinition>>) {
    this.defined = defined;
  }

  read(root: Root, piece: number): void {
    this.visit(root, piece, undefined);
  }

  private visit(node: Nodes, piece: number, within: string | undefined): void {
    if (node.type === 'linkReference' || node.type === 'imageReference') this.links.add(node.identifier);
    if (node.type === 'footnoteReference') {
      const referred = this.notesIn.get(within) ?? new Set();
      this.notesIn.set(within, referred.add(node.identifier));
    }
    const inside = node.type === 'footnoteDefinition' && this.isFirst(node, piece) ? node.identifier : within;
    if ('children' in node) for (const child of node.children) this.visit(child, piece, inside);
  }

  private isFirst(node: FootnoteDefinition, piece: number): boolean {
    const first = this.defined.get(node.identifier);
    return first?.piece === piece && offsetOf(first.node) === offsetOf(node);
  }

  /** Footnotes that can be reached from the text, those of the text first. */
  notesInOrder(): Map<string, Note> {
    const reached = new Set(this.notesIn.get(undefined));
    // A set also visits what is added on the way.
    for (const name of reached) for (const other of this.notesIn.get(name) ?? []) reached.add(other);
    return new Map(
      [...reached].map((name, index) => {
        const { node, piece } = this.defined.get(name) ?? {};
        return [name, { number: index + 1, piece: piece ?? -1, offset: node ? offsetOf(node) : -1 }];
      }),
    );
  }
}

export function offsetOf(node: Nodes): number {
  return node.position?.start.offset ?? 0;
}

function visit(node: Nodes, see: (node: Nodes) => void): void {
  see(node);
  if ('children' in node) for (const child of node.children) visit(child, see);
}
