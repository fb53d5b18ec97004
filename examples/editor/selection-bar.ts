import { type EditorState, StateField } from '@codemirror/state';
import {
  type Command,
  type EditorView,
  type Rect,
  showTooltip,
  type Tooltip,
  type TooltipView,
} from '@codemirror/view';
import { h } from './dom.ts';
import { brokenScene, quoted, toggled } from './emphasis.ts';

const buttons: [label: string, sign: string, command: Command][] = [
  ['Bold', 'B', toggled('**')],
  ['Italic', 'I', toggled('*')],
  ['Quote', '”', quoted],
  ['Scene break behind', '⁂', brokenScene],
];

/** A small bar over selected words, for those who use a pointer. All of it has keys, too. */
export const selectionBar = StateField.define<Tooltip | null>({
  create: barFor,
  update: (bar, { docChanged, selection, state }) => (docChanged || selection ? barFor(state) : bar),
  provide: (field) => showTooltip.from(field),
});

function barFor({ selection, readOnly }: EditorState): Tooltip | null {
  const { from, empty } = selection.main;
  // CodeMirror would clip it at margins that are meant for scrolling.
  return empty || readOnly ? null : { pos: from, above: true, clip: false, create: barOf };
}

function barOf(view: EditorView): TooltipView {
  const bar = h('div', { class: 'selection-bar', role: 'toolbar', 'aria-label': 'Selected words' });
  for (const [label, sign, command] of buttons)
    bar.append(
      h(
        'button',
        { type: 'button', tabindex: -1, title: label, 'aria-label': label, onclick: () => command(view) },
        sign,
      ),
    );
  // The words stay selected.
  bar.addEventListener('mousedown', (event) => event.preventDefault());
  // With words that are scrolled out of view, so is their bar.
  const positioned = (space: Rect) => {
    const { top, bottom } = bar.getBoundingClientRect();
    bar.style.visibility = top < space.top || bottom > space.bottom ? 'hidden' : '';
  };
  return { dom: bar, positioned };
}
