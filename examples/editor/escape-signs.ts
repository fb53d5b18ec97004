import {
  Decoration,
  type DecorationSet,
  EditorView,
  MatchDecorator,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';

const escapes = new MatchDecorator({
  regexp: /\\(?:[!-/:-@[-`{-~]|$)/g,
  decorate: (add, from) => add(from, from + 1, Decoration.replace({})),
});

/** The backslash of an escape is not shown: readers do not see it either. The caret passes it with its sign. */
export const hiddenEscapes = ViewPlugin.define(
  (view) => ({
    hidden: escapes.createDeco(view),
    update(update: ViewUpdate) {
      this.hidden = escapes.updateDeco(update, this.hidden);
    },
  }),
  {
    decorations: ({ hidden }: { hidden: DecorationSet }) => hidden,
    provide: (plugin) => EditorView.atomicRanges.of((view) => view.plugin(plugin)?.hidden ?? Decoration.none),
  },
);
