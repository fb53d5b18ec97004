import { type EditorState, RangeSetBuilder } from '@codemirror/state';
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';

const line = Decoration.line({ attributes: { dir: 'auto' } });

/** Each paragraph is written from left or from right, as its first words are. */
export const directions = ViewPlugin.fromClass(
  class {
    lines: DecorationSet;

    constructor(view: EditorView) {
      this.lines = linesIn(view.state, view.visibleRanges);
    }

    update({ docChanged, viewportChanged, view }: ViewUpdate): void {
      if (docChanged || viewportChanged) this.lines = linesIn(view.state, view.visibleRanges);
    }
  },
  { decorations: ({ lines }) => lines },
);

function linesIn({ doc }: EditorState, ranges: EditorView['visibleRanges']): DecorationSet {
  const lines = new RangeSetBuilder<Decoration>();
  for (const { from, to } of ranges)
    for (let at = from; at <= to; ) {
      const { from: start, to: end } = doc.lineAt(at);
      lines.add(start, start, line);
      at = end + 1;
    }
  return lines.finish();
}
