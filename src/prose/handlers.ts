import type { Element, ElementContent } from 'hast';
import type * as Mdast from 'mdast';
import { defaultHandlers, type Handlers, type State } from 'mdast-util-to-hast';
import { element, paragraphsOf, textElement } from './elements.ts';
import { type Names, parseWithoutDefinitions } from './markdown.ts';
import { isSceneBreak } from './scene-break.ts';

/** What the conversion of a piece needs to know of its text. */
interface Conversion {
  /** Source of the piece. */
  text: string;
  names: Names;
  /** Definitions of addresses, by identifier. */
  links: ReadonlyMap<string, Mdast.Definition>;
  /** The element of a reference to a footnote; undefined without one. */
  reference: (name: string) => Element | undefined;
  /** Takes a footnote out of the text; false if nothing refers to this definition. */
  takeNote: (node: Mdast.FootnoteDefinition, body: () => ElementContent[]) => boolean;
}

/** Conversions that differ from those of the library, so that every word of the source is shown once. */
export function handlersOf(conversion: Conversion): Handlers {
  return { ...plainHandlers, ...notesOf(conversion), ...linksOf(conversion) };
}

const break_ = () => element('hr', {}, []);

const plainHandlers: Handlers = {
  paragraph(state: State, node: Mdast.Paragraph, parent?: Mdast.Parents) {
    const mayBreak = parent?.type === 'root' || parent?.type === 'blockquote';
    const isText = node.children.every(({ type }) => type === 'text');
    const text = node.children.map((child) => ('value' in child ? child.value : '')).join('');
    return mayBreak && isText && isSceneBreak(text) ? break_() : element('p', {}, state.all(node));
  },

  heading(state: State, node: Mdast.Heading) {
    return node.children.length === 0 ? break_() : element(`h${node.depth}`, {}, state.all(node));
  },

  list(state: State, node: Mdast.List, parent?: Mdast.Parents) {
    const isMark = !node.ordered && node.children.length === 1 && node.children[0]?.children.length === 0;
    return isMark && parent?.type === 'root' ? break_() : defaultHandlers.list(state, node);
  },

  code(state: State, node: Mdast.Code) {
    const info = [node.lang, node.meta].filter(Boolean).join(' ');
    const value = info === '' || language.test(info) ? node.value : `${info}\n${node.value}`;
    return defaultHandlers.code(state, { ...node, lang: null, value });
  },

  html(_state: State, { value }: Mdast.Html, parent?: Mdast.Parents) {
    if (lineBreak.test(value)) return element('br', {}, []);
    let shown = value;
    while (comment.test(shown)) shown = shown.replace(comment, '');
    const isBlock = parent && !phrasing.has(parent.type);
    if (isBlock) return paragraphsOf(shown);
    return shown === '' ? undefined : { type: 'text', value: shown };
  },

  image: (_state: State, { alt, title }: Mdast.Image) => described(alt || title),
  imageReference: (_state: State, { alt }: Mdast.ImageReference) => described(alt),

  table(state: State, node: Mdast.Table) {
    // The library drops cells for which the first row has no column.
    const columns = Math.max(...node.children.map(({ children }) => children.length));
    const align = Array.from({ length: columns }, (_, index) => node.align?.[index] ?? null);
    return defaultHandlers.table(state, { ...node, align });
  },
};

/** The name of a language after the fence of a code block. Other words there are text (ours). */
const language = /^[a-z][a-z+#-]{0,15}$/;

const phrasing = new Set([
  'paragraph',
  'heading',
  'emphasis',
  'strong',
  'delete',
  'link',
  'linkReference',
  'tableCell',
]);

/** Only a whole comment: one without an end would hide the rest of the text. */
const comment = /^\s*<!--(?:>|->|[\s\S]*?-->)\s*/;
const lineBreak = /^<br\s*\/?>$/i;

function described(words: string | null | undefined): Element | undefined {
  return words ? textElement('em', words) : undefined;
}

function notesOf({ reference, takeNote }: Conversion): Handlers {
  return {
    footnoteReference(_state: State, { identifier, label }: Mdast.FootnoteReference) {
      return reference(identifier) ?? { type: 'text', value: `[^${label ?? identifier}]` };
    },

    footnoteDefinition(state: State, node: Mdast.FootnoteDefinition) {
      if (takeNote(node, () => state.all(node))) return undefined;
      const name = { type: 'text' as const, value: `[^${node.label ?? node.identifier}]: ` };
      const [first, ...others] = state.all(node);
      if (first?.type !== 'element' || first.tagName !== 'p')
        return [element('p', {}, [name]), ...(first ? [first] : []), ...others];
      return [{ ...first, children: [name, ...first.children] }, ...others];
    },
  };
}

function linksOf({ text, names, links }: Conversion): Handlers {
  return {
    definition(state: State, node: Mdast.Definition) {
      if (links.get(node.identifier)?.url === node.url) return undefined;
      const { start, end } = node.position ?? {};
      return state.all(parseWithoutDefinitions(text.slice(start?.offset, end?.offset), names));
    },

    linkReference(state: State, node: Mdast.LinkReference) {
      const { url = '', title } = links.get(node.identifier) ?? {};
      return element('a', { href: url, ...(title && { title }) }, state.all(node));
    },
  };
}
