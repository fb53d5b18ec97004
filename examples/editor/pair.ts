import type { Book, Character, Conflict } from './book.ts';
import { ask } from './client.ts';
import { h } from './dom.ts';
import { between, strength } from './matrix.ts';
import { attempt, reasonOf } from './notice.ts';
import {
  AddConflictDocument,
  type ConflictKind,
  type ConflictStatus,
  RemoveConflictDocument,
  UpdateConflictDocument,
} from './operations.gen.ts';
import { keepTyped } from './typed.ts';

const kinds: ConflictKind[] = [
  'goal',
  'value',
  'loyalty',
  'secret',
  'power',
  'rivalry',
  'love',
  'debt',
  'ideology',
  'other',
];
const statuses: ConflictStatus[] = ['latent', 'open', 'escalating', 'resolved'];

/** Dialog for the conflicts of a pair: add, change, remove. */
export function openPair(book: Book, from: Character, to: Character): void {
  const dialog = h('dialog', { 'aria-label': `${from.name} and ${to.name}` });
  const closing = new AbortController();
  const done = () => dialog.close();
  const conflicts = between(book.data.conflicts, from.id, to.id);
  dialog.append(
    h('h2', {}, `${from.name} and ${to.name}`),
    ...conflicts.map((conflict) => form(book, from, to, conflict, done, closing.signal)),
    ...(conflicts.length > 0 ? [h('h3', {}, 'Add another conflict')] : []),
    form(book, from, to, undefined, done, closing.signal),
  );
  dialog.addEventListener('close', () => {
    closing.abort();
    dialog.remove();
    document.getElementById(`pair-${from.id}-${to.id}`)?.focus();
  });
  document.body.append(dialog);
  dialog.showModal();
}

function form(
  book: Book,
  from: Character,
  to: Character,
  conflict: Conflict | undefined,
  done: () => void,
  signal: AbortSignal,
): HTMLElement {
  const { id: bookId } = book;
  const kind = choice(kinds, conflict?.kind ?? 'goal');
  const status = choice(statuses, conflict?.status ?? 'open');
  const description = h('textarea', { rows: 3, required: true, maxlength: 500, dir: 'auto' });
  const stakes = h('input', { maxlength: 240, dir: 'auto' });
  const intensity = h('input', { type: 'range', min: 1, max: 5, value: conflict?.intensity ?? 3 });
  const strong = h('output', {}, strength(Number(intensity.value)));
  const mutual = h('input', { type: 'checkbox', checked: conflict?.mutual ?? true });
  const trouble = h('p', { class: 'trouble', role: 'alert' });
  description.value = conflict?.description ?? '';
  stakes.value = conflict?.stakes ?? '';
  const key = `${bookId}/${conflict?.id ?? `${from.id}-${to.id}`}`;
  const kept = [description, stakes].map((control, index) => {
    const label = `${index === 0 ? 'Conflict' : 'Stakes'} · ${from.name} and ${to.name}`;
    return keepTyped(control, `${key}/${index}`, { bookId, label }, signal);
  });
  const end = () => {
    for (const sent of kept) sent();
    done();
  };
  intensity.addEventListener('input', () => {
    strong.textContent = strength(Number(intensity.value));
  });

  const save = async (event: Event) => {
    event.preventDefault();
    const written = {
      kind: chosen(kinds, kind.value),
      status: chosen(statuses, status.value),
      description: description.value,
      stakes: stakes.value.trim() || null,
      intensity: Number(intensity.value),
      mutual: mutual.checked,
    };
    try {
      if (!conflict)
        await ask(AddConflictDocument, {
          bookId,
          input: { ...written, fromCharacterId: from.id, toCharacterId: to.id },
        });
      else
        await ask(UpdateConflictDocument, {
          bookId,
          conflictId: conflict.id,
          patch: written,
          expectedVersion: conflict.version,
        });
      await book.refresh();
      end();
    } catch (error) {
      trouble.textContent = reasonOf(error);
    }
  };
  const remove = () =>
    attempt(async () => {
      if (conflict) await ask(RemoveConflictDocument, { bookId, conflictId: conflict.id });
      await book.refresh();
      end();
    });
  return h(
    'form',
    { class: 'conflict', onsubmit: save },
    labelled('Description', description),
    labelled('Kind', kind),
    labelled('Intensity', h('span', { class: 'line' }, intensity, strong)),
    labelled('Status', status),
    labelled('Stakes', stakes),
    h('label', { class: 'check' }, mutual, ` Mutual, not only on the side of ${from.name}`),
    trouble,
    h(
      'div',
      { class: 'actions' },
      ...(conflict
        ? [h('button', { type: 'button', class: 'quiet', 'data-needs': 'books:write', onclick: remove }, 'Remove')]
        : []),
      ...(conflict ? [] : [h('button', { type: 'button', onclick: end }, 'Cancel')]),
      h('button', { type: 'submit', class: 'primary', 'data-needs': 'books:write' }, conflict ? 'Change' : 'Add'),
    ),
  );
}

function labelled(text: string, control: HTMLElement): HTMLElement {
  return h('label', {}, h('span', {}, text), control);
}

function choice(values: readonly string[], value: string): HTMLSelectElement {
  const options = values.map((name) => h('option', { value: name, selected: name === value }, name));
  return h('select', {}, ...options);
}

function chosen<Value extends string>(values: readonly Value[], value: string): Value {
  const found = values.find((one) => one === value);
  if (!found) throw new Error(`${value} is no choice.`);
  return found;
}
