import type { Locator, Page } from 'playwright-core';

/** What stands on the writing surface. It draws only what is in view, so its document is asked. */
const ask = <Answer>(page: Page, work: string): Promise<Answer> =>
  page.evaluate(`(async () => {
    const [{ EditorView }, { markField }] = await Promise.all([import('@codemirror/view'), import('./desk/mark-field.ts')]);
    const view = EditorView.findFromDOM(document.getElementById('content'));
    const { state } = view;
    ${work}
  })()`);

/** The Markdown of the open chapter. */
export const textOn = (page: Page) => ask<string>(page, 'return state.doc.toString()');

/** The text of a control of the page, which may be the surface. */
export const textOf = async (control: Locator): Promise<string> =>
  (await control.evaluate((element) => element.id === 'content')) ? textOn(control.page()) : control.inputValue();

/** The selection in the text, in UTF-16 units. */
export const selectionOn = (page: Page) =>
  ask<[number, number]>(page, 'return [state.selection.main.from, state.selection.main.to]');

export const select = (page: Page, from: number, to: number) =>
  ask<void>(page, `view.focus(); view.dispatch({ selection: { anchor: ${from}, head: ${to} } })`);

export async function selectedOn(page: Page): Promise<string> {
  const [from, to] = await selectionOn(page);
  return (await textOn(page)).slice(from, to);
}

/** The words that are marked, by the kind of the mark; `active` are those of the item at hand. */
export const marked = (page: Page, kind: string) =>
  ask<string[]>(
    page,
    `const { groups, active } = state.field(markField);
    return [...groups.values()].flat()
      .filter((mark) => (mark.id === active ? 'active' : mark.kind) === ${JSON.stringify(kind)} && mark.start < mark.end)
      .map(({ start, end }) => state.sliceDoc(start, end));`,
  );

/** Where the words or the line at the caret stand in the window. */
export const placeOfSelection = (page: Page) =>
  ask<{ top: number; bottom: number }>(
    page,
    `const { from, to } = state.selection.main;
    const [start, end] = [view.coordsAtPos(from, 1), view.coordsAtPos(to, from === to ? 1 : -1)];
    return { top: start?.top ?? -1, bottom: end?.bottom ?? Infinity };`,
  );

/** Adds words at the end, as another device would. */
export const append = (page: Page, words: string) =>
  ask<void>(page, `view.dispatch({ changes: { from: state.doc.length, insert: ${JSON.stringify(words)} } })`);

/** Where a place of the text stands in the window, pixels; NaN if it is not drawn. */
export const topOf = (page: Page, place: number) => ask<number>(page, `return view.coordsAtPos(${place})?.top ?? NaN`);
