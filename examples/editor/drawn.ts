import { syntaxTree } from '@codemirror/language';
import type { EditorState, Line, Range } from '@codemirror/state';
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import type { SyntaxNode } from '@lezer/common';
import { sceneBreak } from './prose.ts';

type Drawn = Range<Decoration>[];

const hidden = Decoration.replace({});
const classes = Object.fromEntries(
  ['em', 'strong', 'del', 'code', 'note'].map((name) => [name, Decoration.mark({ class: `md-${name}` })]),
);
const looks: Record<string, string> = {
  Emphasis: 'em',
  StrongEmphasis: 'strong',
  Strikethrough: 'del',
  InlineCode: 'code',
};
const signs = new Set(['EmphasisMark', 'StrikethroughMark']);

/** Time for another click at the same place, milliseconds. */
const clickMs = 400;

/**
 * Prose as readers see it. The signs of Markdown are shown only where the caret is. Words do not move under a pointer that
 * presses them.
 */
export const drawn = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    #isPressed = false;
    #waiting: ReturnType<typeof setTimeout> | undefined;

    constructor(view: EditorView) {
      this.decorations = drawnIn(view);
    }

    update(update: ViewUpdate): void {
      const { docChanged, viewportChanged, startState, state, view } = update;
      const isParsed = syntaxTree(startState) !== syntaxTree(state);
      if (docChanged || viewportChanged || isParsed || !this.#isPressed) this.decorations = drawnIn(view);
    }

    press(view: EditorView): void {
      clearTimeout(this.#waiting);
      this.#isPressed = true;
      const release = () => {
        clearTimeout(this.#waiting);
        this.#waiting = setTimeout(() => {
          this.#isPressed = false;
          view.dispatch({});
        }, clickMs);
      };
      // It may be released anywhere.
      for (const end of ['pointerup', 'pointercancel']) addEventListener(end, release, { once: true });
    }

    destroy(): void {
      clearTimeout(this.#waiting);
    }
  },
  {
    decorations: ({ decorations }) => decorations,
    eventHandlers: {
      pointerdown(_event, view) {
        this.press(view);
      },
    },
  },
);

function drawnIn(view: EditorView): DecorationSet {
  const { state, hasFocus } = view;
  const isAt = (from: number, to: number) =>
    hasFocus && state.selection.ranges.some((range) => range.from <= to && range.to >= from);
  const found: Drawn = [];
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to; ) {
      const line = state.doc.lineAt(at);
      found.push(lineOf(line));
      at = line.to + 1;
    }
    syntaxTree(state).iterate({ from, to, enter: ({ node }) => void draw(node, state, isAt, found) });
  }
  return Decoration.set(found, true);
}

const plain = Decoration.line({ attributes: { dir: 'auto' } });
const gap = Decoration.line({ class: 'md-gap' });
const scenes = Decoration.line({ class: 'md-break' });
const note = Decoration.line({ class: 'md-note-text', attributes: { dir: 'auto' } });
const quote = Decoration.line({ class: 'md-quote' });

/** Each paragraph is written from left or from right, as its first words are. */
function lineOf({ from, text }: Line): Range<Decoration> {
  const look = text === '' ? gap : sceneBreak.test(text) ? scenes : /^\[\^[^\]]+\]:/.test(text) ? note : plain;
  return look.range(from);
}

type IsAt = (from: number, to: number) => boolean;

function draw(node: SyntaxNode, state: EditorState, isAt: IsAt, found: Drawn): void {
  const { name, from, to } = node;
  const look = classes[looks[name] ?? ''];
  if (look) found.push(look.range(from, to));
  if (signs.has(name) && node.parent && !isAt(node.parent.from, node.parent.to)) found.push(hidden.range(from, to));
  if (name === 'Escape' && !isAt(from, to)) found.push(hidden.range(from, from + 1));
  if (name === 'HardBreak' && !isAt(from, to - 1)) found.push(hidden.range(from, to - 1));
  if (name === 'HeaderMark' || name === 'QuoteMark') drawLineSign(node, state, isAt, found);
  if (name === 'Link') drawLink(node, state, isAt, found);
  if (/^ATXHeading\d$/.test(name)) found.push(Decoration.line({ class: `md-h${name.at(-1)}` }).range(from));
}

/** A sign at the beginning of a line, with the blank behind it. */
function drawLineSign({ name, from, to }: SyntaxNode, { doc }: EditorState, isAt: IsAt, found: Drawn): void {
  const line = doc.lineAt(from);
  if (sceneBreak.test(line.text)) return;
  if (name === 'QuoteMark') found.push(quote.range(line.from));
  if (isAt(line.from, line.to)) return;
  const hasBlank = doc.sliceString(to, to + 1) === ' ';
  found.push(hidden.range(from, to + Number(hasBlank)));
}

/** Of a link, its words; a note is a number above the line. */
function drawLink(node: SyntaxNode, { doc }: EditorState, isAt: IsAt, found: Drawn): void {
  const { from, to, firstChild } = node;
  if (doc.sliceString(from, from + 2) === '[^') found.push((classes.note ?? hidden).range(from, to));
  const [open, close] = [firstChild, firstChild?.nextSibling];
  const end = [...marksOf(node)].find((mark) => doc.sliceString(mark.from, mark.to) === ']');
  // A plugin of CodeMirror may hide no line break.
  if (!open || !close || !end || !node.getChild('URL') || isAt(from, to) || to > doc.lineAt(end.from).to) return;
  found.push(hidden.range(open.from, open.to), hidden.range(end.from, to));
}

function* marksOf(node: SyntaxNode): Generator<SyntaxNode> {
  for (let child = node.firstChild; child; child = child.nextSibling) if (child.name === 'LinkMark') yield child;
}
