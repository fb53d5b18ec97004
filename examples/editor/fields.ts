import { h } from './dom.ts';
import { reasonOf } from './notice.ts';
import { mayWrite } from './rights.ts';

export interface FieldOptions {
  label: string;
  /** An `area` grows with its text; a `choice` needs `choices`; a `line` may suggest them. */
  kind: 'line' | 'area' | 'choice' | 'range' | 'check' | 'number';
  choices?: readonly (readonly [value: string, label: string])[];
  hint?: string;
}

export interface Field {
  element: HTMLElement;
  /** Shows a value of the service, unless the field is being edited. */
  show(value: string): void;
}

let made = 0;

/** A labelled control that saves on blur; an unsaved value stays in it, with the reason below. */
export function field(
  { label, kind, choices = [], hint }: FieldOptions,
  save: (value: string) => Promise<unknown>,
): Field {
  made += 1;
  const id = `field-${made}`;
  const control = controlOf(kind, id, choices);
  const trouble = h('p', { class: 'trouble', id: `${id}-trouble`, role: 'alert' });
  const described = hint ? `${id}-hint ${id}-trouble` : `${id}-trouble`;
  control.setAttribute('aria-describedby', described);
  if (!mayWrite()) control.disabled = true;
  let shown: string | undefined;
  const valueNow = () =>
    control.type === 'checkbox' ? String('checked' in control && control.checked) : control.value;
  const put = (value: string) => {
    if ('checked' in control && control.type === 'checkbox') control.checked = value === 'true';
    else control.value = value;
  };
  const saveInTurn = inTurn(save);
  let changes = 0;
  control.addEventListener('change', async () => {
    const value = valueNow();
    const change = ++changes;
    control.setAttribute('aria-busy', 'true');
    // Half a number has the value of an empty field.
    const isValid = control.checkValidity();
    const saved = isValid ? saveInTurn(value) : Promise.reject(new Error(control.validationMessage));
    const reason = await saved.then(() => '', reasonOf);
    // The field shows how the last change went.
    if (change !== changes) return;
    if (reason === '') {
      shown = value;
      control.removeAttribute('aria-invalid');
    } else control.setAttribute('aria-invalid', 'true');
    trouble.textContent = reason;
    control.removeAttribute('aria-busy');
  });
  const suggestions = kind === 'line' && choices.length > 0 ? [listOf(`${id}-list`, choices)] : [];
  return {
    element: h(
      'div',
      { class: `field ${kind}` },
      h('label', { for: id }, label),
      control,
      ...suggestions,
      ...(hint ? [h('p', { class: 'hint', id: `${id}-hint` }, hint)] : []),
      trouble,
    ),
    show(value) {
      const isAtWork = shown !== undefined && (valueNow() !== shown || control.hasAttribute('aria-busy'));
      if (isAtWork) return;
      shown = value;
      put(value);
    },
  };
}

/** Runs saves one after the other: each needs the version that the one before has made. */
export function inTurn<Value>(save: (value: Value) => Promise<unknown>): (value: Value) => Promise<unknown> {
  let last: Promise<unknown> = Promise.resolve();
  return (value) => {
    last = last.catch(() => {}).then(() => save(value));
    return last;
  };
}

function controlOf(kind: FieldOptions['kind'], id: string, choices: NonNullable<FieldOptions['choices']>) {
  if (kind === 'area') return h('textarea', { id, rows: 2 });
  if (kind === 'choice') return h('select', { id }, ...choices.map(([value, text]) => h('option', { value }, text)));
  if (kind === 'check') return h('input', { id, type: 'checkbox' });
  if (kind === 'range') return h('input', { id, type: 'range', min: 0, max: 100, step: 5 });
  if (kind === 'number') return h('input', { id, type: 'number', step: 1, inputmode: 'numeric' });
  return h('input', { id, list: choices.length > 0 ? `${id}-list` : undefined });
}

function listOf(id: string, choices: NonNullable<FieldOptions['choices']>): HTMLElement {
  return h('datalist', { id }, ...choices.map(([value, text]) => h('option', { value }, text)));
}
