import { type ChangeDesc, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';

/** Words of the text, in UTF-16 units. `kind` is a part of their class. */
export interface Mark {
  id: string;
  kind: string;
  start: number;
  end: number;
}

interface Marks {
  groups: ReadonlyMap<string, readonly Mark[]>;
  /** That of the item at hand. */
  active: string | undefined;
  decorations: DecorationSet;
}

/** The marks of one group, in place of its former ones. */
export const setMarks = StateEffect.define<{ group: string; marks: readonly Mark[] }>();
export const setActive = StateEffect.define<string | undefined>();

/** Marked words, which move with the text. */
export const markField = StateField.define<Marks>({
  create: () => ({ groups: new Map(), active: undefined, decorations: Decoration.none }),
  update(marks, { changes, docChanged, effects }) {
    const groups = new Map(marks.groups);
    let { active } = marks;
    if (docChanged)
      for (const [group, all] of groups)
        groups.set(
          group,
          all.map((mark) => moved(mark, changes)),
        );
    for (const effect of effects) {
      if (effect.is(setMarks)) groups.set(effect.value.group, effect.value.marks);
      if (effect.is(setActive)) active = effect.value;
    }
    const isSame = !docChanged && !effects.some((effect) => effect.is(setMarks) || effect.is(setActive));
    return isSame ? marks : { groups, active, decorations: drawn(groups, active) };
  },
  provide: (field) => EditorView.decorations.from(field, ({ decorations }) => decorations),
});

/** What is typed beside marked words is not marked. Of words that are gone, the place stays. */
function moved(mark: Mark, changes: ChangeDesc): Mark {
  const start = changes.mapPos(mark.start, 1);
  return { ...mark, start, end: Math.max(start, changes.mapPos(mark.end, -1)) };
}

function drawn(groups: Marks['groups'], active: string | undefined): DecorationSet {
  const ranges = [...groups.values()]
    .flat()
    .filter(({ start, end }) => start < end)
    .map(({ id, kind, start, end }) =>
      Decoration.mark({ class: `mark-${id === active ? 'active' : kind}` }).range(start, end),
    );
  return Decoration.set(ranges, true);
}
