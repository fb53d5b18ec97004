import type { Element, ElementContent } from 'hast';
import { element, newline } from './elements.ts';
import type { Note } from './references.ts';

/** How a page links its notes. */
export interface NoteLinks {
  /** Precedes the ids of notes, so that a page may have those of several texts. */
  ids: string;
  /** Names notes for e-readers, which show them in a window (EPUB Structural Semantics Vocabulary). */
  hasEpubTypes: boolean;
}

const noteReference = 'doc-noteref';
const backLink = 'doc-backlink';
const endNotes = 'doc-endnotes';

/** Makes the references and the notes of one text. */
export class Notes {
  private readonly links: NoteLinks;
  private readonly bodies: ElementContent[][] = [];
  /** References so far, by number of the note. */
  private readonly references = new Map<number, number>();

  constructor(links: NoteLinks) {
    this.links = links;
  }

  reference({ number }: Note): Element {
    const times = (this.references.get(number) ?? 0) + 1;
    this.references.set(number, times);
    const properties = {
      id: `${this.idOf(number)}-from${times > 1 ? `-${times}` : ''}`,
      href: `#${this.idOf(number)}`,
      role: noteReference,
      ...this.epubType('noteref'),
    };
    return element('sup', {}, [element('a', properties, [{ type: 'text', value: String(number) }])]);
  }

  define({ number }: Note, body: ElementContent[]): void {
    this.bodies[number - 1] = body;
  }

  /** All notes, in the order of their numbers; undefined without notes. */
  section(): Element | undefined {
    if (this.bodies.length === 0) return undefined;
    const items = this.bodies.flatMap((body, index) => [newline, this.item(index + 1, body)]);
    const properties = { role: endNotes, className: ['notes'], ...this.epubType('endnotes') };
    return element('section', properties, [newline, element('ol', {}, [...items, newline]), newline]);
  }

  private item(number: number, body: ElementContent[]): Element {
    const back = element('a', { href: `#${this.idOf(number)}-from`, role: backLink, ...this.epubType('backlink') }, [
      { type: 'text', value: '↩' },
    ]);
    const last = body.at(-1);
    const children: ElementContent[] =
      last?.type === 'element' && last.tagName === 'p'
        ? [...body.slice(0, -1), { ...last, children: [...last.children, { type: 'text', value: ' ' }, back] }]
        : [...body, element('p', {}, [back])];
    return element('li', { id: this.idOf(number), ...this.epubType('endnote') }, children);
  }

  private idOf(number: number): string {
    return `${this.links.ids}note-${number}`;
  }

  private epubType(type: string): Record<string, string> {
    return this.links.hasEpubTypes ? { 'epub:type': type } : {};
  }
}

/** The number of the note that an element of the tree refers to. */
export function referredNote({ tagName, children }: Element): number | undefined {
  const [link] = children;
  if (tagName !== 'sup' || link?.type !== 'element' || link.properties.role !== noteReference) return undefined;
  const [number] = link.children;
  return number?.type === 'text' ? Number(number.value) : undefined;
}

/** The bodies of the notes, if an element of the tree is their section. They end with a link back. */
export function notesIn({ properties, children }: Element): ElementContent[][] | undefined {
  if (properties.role !== endNotes) return undefined;
  const list = children.find((child) => child.type === 'element');
  return list?.children.flatMap((item) => (item.type === 'element' ? [item.children.map(withoutBackLink)] : []));
}

function withoutBackLink(node: ElementContent): ElementContent {
  if (node.type !== 'element') return node;
  const last = node.children.at(-1);
  const isLinked = last?.type === 'element' && last.properties.role === backLink;
  // A blank stands before the link.
  return isLinked ? { ...node, children: node.children.slice(0, -2) } : node;
}
