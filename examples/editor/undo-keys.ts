import type { Edit } from './edits.ts';
import { showPlace } from './place.ts';
import { controls } from './sheet.ts';
import { UndoHistory } from './undo.ts';

/** Undo and redo of the open text by keys and menus. That of the browser forgets everything at a change from elsewhere. */
export function listenUndo(signal: AbortSignal): void {
  const { content: control } = controls;
  const history = new UndoHistory(control.value);
  let isAtWork = false;
  const take = (isUndo: boolean) => {
    if (control.readOnly) return;
    const edit = isUndo ? history.undo() : history.redo();
    if (!edit) return;
    isAtWork = true;
    apply(edit);
    isAtWork = false;
  };
  const typed = () => {
    if (!isAtWork) history.typed(control.value, performance.now());
  };
  control.addEventListener('input', typed, { signal });
  control.addEventListener(
    'shown',
    (event) => {
      const isOwn = event instanceof CustomEvent && event.detail.isOwn;
      if (isOwn) history.own(control.value);
      else history.changed(control.value);
    },
    { signal },
  );
  control.addEventListener(
    'beforeinput',
    (event) => {
      if (!(event instanceof InputEvent) || !/^history/.test(event.inputType)) return;
      event.preventDefault();
      take(event.inputType === 'historyUndo');
    },
    { signal },
  );
  control.addEventListener(
    'keydown',
    (event) => {
      const key = event.key.toLowerCase();
      if (!(event.ctrlKey || event.metaKey) || event.altKey || (key !== 'z' && key !== 'y')) return;
      event.preventDefault();
      take(key === 'z' && !event.shiftKey);
    },
    { signal },
  );
}

/** As if it were typed, so that it is saved. The words that came back are in view, with the caret behind them. */
function apply({ at, removed, added }: Edit): void {
  const { content: control } = controls;
  control.setRangeText(added, at, at + removed.length, 'end');
  control.dispatchEvent(new InputEvent('input', { bubbles: true }));
  showPlace(control, at + added.length);
}
