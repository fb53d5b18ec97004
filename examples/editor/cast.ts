import { type Book, type Character, saveField } from './book.ts';
import { ask } from './client.ts';
import { byId, h, type Row, rows } from './dom.ts';
import { type Field, type FieldOptions, field } from './fields.ts';
import { attempt, confirmed } from './notice.ts';
import {
  type CharacterPatch,
  CreateCharacterDocument,
  DeleteCharacterDocument,
  UpdateCharacterDocument,
} from './operations.gen.ts';
import { keepTyped } from './typed.ts';

interface Clause {
  options: FieldOptions;
  read(character: Character): string;
  patch(value: string): CharacterPatch;
}

/** Null omits a want, fear or lie from the writer's prompt. */
const orNull = (text: string) => text.trim() || null;

const clauses: Clause[] = [
  { options: { label: 'Name', kind: 'line' }, read: ({ name }) => name, patch: (name) => ({ name }) },
  { options: { label: 'Role', kind: 'line' }, read: ({ role }) => role, patch: (role) => ({ role }) },
  {
    options: { label: 'Wants', kind: 'area' },
    read: ({ want }) => want ?? '',
    patch: (want) => ({ want: orNull(want) }),
  },
  {
    options: { label: 'Fears', kind: 'area' },
    read: ({ fear }) => fear ?? '',
    patch: (fear) => ({ fear: orNull(fear) }),
  },
  {
    options: { label: 'False belief', kind: 'area' },
    read: ({ lie }) => lie ?? '',
    patch: (lie) => ({ lie: orNull(lie) }),
  },
  {
    options: { label: 'Aliases', kind: 'line', hint: 'Separated by commas.' },
    read: ({ aliases }) => aliases.join(', '),
    patch: (text) => ({
      aliases: text
        .split(',')
        .map((name) => name.trim())
        .filter(Boolean),
    }),
  },
  { options: { label: 'Biography', kind: 'area' }, read: ({ bio }) => bio, patch: (bio) => ({ bio }) },
  {
    options: { label: 'Voice', kind: 'area' },
    read: ({ voiceProfile }) => voiceProfile,
    patch: (voiceProfile) => ({ voiceProfile }),
  },
  {
    options: { label: 'Viewpoint character', kind: 'check' },
    read: ({ isPov }) => String(isPov),
    patch: (value) => ({ isPov: value === 'true' }),
  },
];

/** The cast: one row per character, which expands to the fields that guide the writer. */
export function showCast(book: Book, signal: AbortSignal): void {
  const list = h('div', { class: 'cards' });
  const name = h('input', { id: 'new-character', maxlength: 120, required: true, autocomplete: 'off' });
  const about = { bookId: book.id, label: 'New character' };
  const sent = keepTyped(name, `${book.id}/new-character`, about, signal);
  const add = async (event: Event) => {
    event.preventDefault();
    const made = await attempt(() => ask(CreateCharacterDocument, { bookId: book.id, input: { name: name.value } }));
    if (!made) return;
    name.value = '';
    sent();
    await attempt(() => book.refresh());
    const card = list.querySelector<HTMLDetailsElement>(`[data-id="${made.createCharacter.id}"]`);
    if (card) card.open = true;
  };
  byId('cast', HTMLElement).replaceChildren(
    h('h2', { class: 'hidden' }, 'Cast'),
    list,
    h(
      'form',
      { class: 'adding', 'data-needs': 'books:write', onsubmit: add },
      h('label', { for: 'new-character' }, 'New character'),
      h('span', { class: 'line' }, name, h('button', { type: 'submit' }, 'Add character')),
    ),
  );
  const show = rows(list, (character: Character) => card(book, character, signal));
  book.watch(() => show(book.data.characters), signal);
}

function card(
  book: Book,
  { id, name: firstName }: Pick<Character, 'id' | 'name'>,
  signal: AbortSignal,
): Row<Character> {
  const now = () => book.data.characters.find((character) => character.id === id);
  const [name, about] = [h('strong'), h('span', { class: 'facts' })];
  const fields = clauses.map(({ options, read, patch }): [Clause['read'], Field] => {
    const save = (value: string, base: string) =>
      saveField({
        item: now,
        refresh: () => book.refresh(),
        read,
        value,
        base,
        send: (expectedVersion) =>
          ask(UpdateCharacterDocument, { bookId: book.id, characterId: id, patch: patch(value), expectedVersion }),
      });
    return [read, field(options, save, { key: `${id}/${options.label}`, bookId: book.id, of: firstName, signal })];
  });
  const remove = async () => {
    const question = `Remove ${now()?.name} and their conflicts? This cannot be undone. The chapters stay unchanged.`;
    if (!(await confirmed(question, 'Remove'))) return;
    await attempt(() => ask(DeleteCharacterDocument, { bookId: book.id, characterId: id }));
    await attempt(() => book.refresh());
  };
  const element = h(
    'details',
    { class: 'card', 'data-id': id, name: 'cast' },
    h('summary', {}, name, about),
    ...fields.map(([, { element }]) => element),
    h('button', { type: 'button', class: 'quiet', 'data-needs': 'books:write', onclick: remove }, 'Remove character'),
  );
  return {
    element,
    update(character) {
      name.textContent = character.name;
      about.textContent = character.role || (character.isPov ? 'viewpoint' : '');
      for (const [read, { show }] of fields) show(read(character));
    },
    leave() {
      for (const [, { leave }] of fields) leave();
    },
  };
}
