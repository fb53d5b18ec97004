import { h, putText } from './dom.ts';
import { FieldSaver, type SaveValue } from './field-saver.ts';
import { mayWrite } from './rights.ts';

export interface FieldOptions {
  label: string;
  /** An `area` grows with its text; a `choice` needs `choices`; a `line` may suggest them. */
  kind: 'line' | 'area' | 'choice' | 'range' | 'check' | 'number';
  choices?: readonly (readonly [value: string, label: string])[];
  hint?: string;
}

/** Whose field it is. `key` names it in the browser's store, `of` its record for people. */
export interface Owner {
  key: string;
  bookId: string;
  of: string;
  signal: AbortSignal;
}

export interface Field {
  element: HTMLElement;
  /** Shows a value of the service, unless the field is being edited. */
  show(value: string): void;
  /** The field is no longer shown: sends what was typed. */
  leave(): void;
}

let made = 0;

/** A labelled control that saves on blur, and keeps what is typed until it is saved; the reason why it is not stands below. */
export function field(options: FieldOptions, save: SaveValue, { key, bookId, of, signal }: Owner): Field {
  made += 1;
  const id = `field-${made}`;
  const { label } = options;
  const control = controlOf(options, id);
  const trouble = h('p', { class: 'trouble', id: `${id}-trouble`, role: 'alert' });
  if (!mayWrite()) control.disabled = true;
  let latest: string | undefined;
  const kept = { bookId, label: `${label} · ${of}`, control: label };
  const saver = new FieldSaver(key, kept, save, ({ isBusy, reason }) => {
    trouble.textContent = reason;
    if (isBusy) control.setAttribute('aria-busy', 'true');
    else control.removeAttribute('aria-busy');
    if (reason === '' || isBusy) control.removeAttribute('aria-invalid');
    else control.setAttribute('aria-invalid', 'true');
    if (!saver.isEdited && latest !== undefined) put(control, latest);
  });
  const typed = () => saver.typed(valueIn(control), latest ?? '');
  control.addEventListener('input', typed);
  control.addEventListener('change', () => {
    // Half a number has the value of an empty field.
    if (!control.checkValidity()) {
      trouble.textContent = control.validationMessage;
      return control.setAttribute('aria-invalid', 'true');
    }
    typed();
    void saver.commit();
  });
  const leave = () => void saver.leave();
  signal.addEventListener('abort', leave);
  return {
    element: elementOf(options, control, trouble),
    show(value) {
      const isFirst = latest === undefined;
      latest = value;
      if (!saver.isEdited) put(control, value);
      if (isFirst)
        saver.inherit((mine) => {
          put(control, mine);
          return true;
        });
    },
    leave,
  };
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isCheck = (control: Control) => control instanceof HTMLInputElement && control.type === 'checkbox';
const isText = (control: Control) =>
  control instanceof HTMLTextAreaElement || (control instanceof HTMLInputElement && control.type === 'text');

const valueIn = (control: Control) =>
  isCheck(control) ? String((control as HTMLInputElement).checked) : control.value;

function put(control: Control, value: string): void {
  if (isCheck(control)) (control as HTMLInputElement).checked = value === 'true';
  else if (isText(control)) putText(control as HTMLInputElement, value);
  else control.value = value;
}

function elementOf({ label, kind, choices = [], hint }: FieldOptions, control: Control, trouble: HTMLElement) {
  const { id } = control;
  control.setAttribute('aria-describedby', hint ? `${id}-hint ${id}-trouble` : `${id}-trouble`);
  const suggestions = kind === 'line' && choices.length > 0 ? [listOf(`${id}-list`, choices)] : [];
  return h(
    'div',
    { class: `field ${kind}` },
    h('label', { for: id }, label),
    control,
    ...suggestions,
    ...(hint ? [h('p', { class: 'hint', id: `${id}-hint` }, hint)] : []),
    trouble,
  );
}

/** Runs saves one after the other: each needs the version that the one before has made. */
export function inTurn<Arguments extends unknown[]>(save: (...values: Arguments) => Promise<unknown>) {
  let last: Promise<unknown> = Promise.resolve();
  return (...values: Arguments): Promise<unknown> => {
    last = last.catch(() => {}).then(() => save(...values));
    return last;
  };
}

function controlOf({ kind, choices = [] }: FieldOptions, id: string): Control {
  if (kind === 'area') return h('textarea', { id, rows: 2, dir: 'auto' });
  if (kind === 'choice') return h('select', { id }, ...choices.map(([value, text]) => h('option', { value }, text)));
  if (kind === 'check') return h('input', { id, type: 'checkbox' });
  if (kind === 'range') return h('input', { id, type: 'range', min: 0, max: 100, step: 5 });
  if (kind === 'number') return h('input', { id, type: 'number', step: 1, inputmode: 'numeric' });
  return h('input', { id, dir: 'auto', list: choices.length > 0 ? `${id}-list` : undefined });
}

function listOf(id: string, choices: NonNullable<FieldOptions['choices']>): HTMLElement {
  return h('datalist', { id }, ...choices.map(([value, text]) => h('option', { value }, text)));
}
