import { type Book, readChapter, saveField } from './book.ts';
import { ask } from './client.ts';
import { byId, h, rows } from './dom.ts';
import { type FieldOptions, field, inTurn } from './fields.ts';
import { newestOf } from './newest.ts';
import {
  ChapterNamesDocument,
  type ChapterNamesQuery,
  type ChapterPatch,
  type ChapterTextFragment,
} from './operations.gen.ts';
import { choosePane, chooseTab } from './panes.ts';
import type { OpenChapter } from './text.ts';
import { requestFor } from './writing.ts';

type Names = ChapterNamesQuery['promptPreview'];

const sheet = byId('chapter-sheet', HTMLDetailsElement);
const presences = [
  ['', 'if named'],
  ['takes', 'takes part'],
  ['mentioned', 'only mentioned'],
] as const;

/** A field of the record: how it is shown, and the patch that gives it a value. */
interface Part {
  options: FieldOptions;
  /** Its name among those of the chapter. */
  name: string;
  read(record: ChapterTextFragment): string;
  patch(record: ChapterTextFragment, value: string): ChapterPatch;
}

/** What the prompt of the open chapter says besides its summary: notes, viewpoint, people and beats. */
export function showSheet(book: Book, chapter: OpenChapter, signal: AbortSignal): void {
  const refresh = async () => chapter.take(await readChapter(book.id, chapter.id));
  // Each change starts from what the one before has made of the record.
  const save = inTurn(async ({ read, patch }: Part, value: string, base: string) => {
    await chapter.flush();
    const send = (version: number) => chapter.change(patch(chapter.record, value), version);
    await saveField({ item: () => chapter.record, refresh, read, value, base, send });
    void showNames();
  });
  const part = (one: Part) => {
    const owner = { key: `${chapter.id}/${one.name}`, bookId: book.id, of: chapter.record.title, signal };
    const made = field(one.options, (value, base) => save(one, value, base), owner);
    return { ...made, update: () => made.show(one.read(chapter.record)) };
  };
  const notes = part({
    options: { label: 'Notes', kind: 'area', hint: 'For the model: part of the prompt.' },
    name: 'notes',
    read: (record) => record.notes,
    patch: (_record, notes) => ({ notes }),
  });
  const names = h('p', { class: 'hint', role: 'status' });
  const viewpoint = h('div');
  const people = h('div', { class: 'people', role: 'group', 'aria-label': 'People' });
  const beats = h('div', { class: 'people', role: 'group', 'aria-label': 'Beats' });
  const recap = h('p', { class: 'hint' });
  const edit = h('button', { type: 'button', class: 'quiet', onclick: openRecap }, 'Edit the recap');
  const parts = [notes.element, viewpoint, people, names, beats, h('h3', {}, 'Recap'), recap, edit];
  byId('chapter-fields', HTMLElement).replaceChildren(...parts);

  let pov: ReturnType<typeof part> | undefined;
  let cast = '';
  const showViewpoint = () => {
    const choices = book.data.characters.map(({ id, name }) => [id, name] as const);
    if (JSON.stringify(choices) !== cast) {
      cast = JSON.stringify(choices);
      pov?.leave();
      pov = part({
        options: { label: 'Viewpoint', kind: 'choice', choices: [['', 'by the plan'], ...choices] },
        name: 'viewpoint',
        read: ({ povCharacterId }) => povCharacterId ?? '',
        patch: (_record, value) => ({ povCharacterId: value || null }),
      });
      viewpoint.replaceChildren(pov.element);
    }
    pov?.update();
  };
  const showPeople = rows(people, ({ id, name }: { id: string; name: string }) =>
    part({
      options: { label: name, kind: 'choice', choices: presences },
      name: id,
      read: (record) => partOf(record, id),
      patch: (record, value) => partsWith(record, id, value),
    }),
  );
  const showBeats = rows(beats, ({ id, label }: { id: string; label: string }) =>
    part({
      options: { label, kind: 'check' },
      name: id,
      read: ({ beatKeys }) => String(beatKeys.includes(id)),
      patch: ({ beatKeys }, value) => ({ beatKeys: toggled(beatKeys, id, value === 'true') }),
    }),
  );

  const read = newestOf<ChapterNamesQuery>();
  const showNames = async () => {
    if (!sheet.open || signal.aborted) return;
    const variables = { bookId: book.id, chapterId: chapter.id, input: requestFor(chapter.record) };
    // Names help; without them the fields work.
    const answer = await read(() => ask(ChapterNamesDocument, variables)).catch(() => undefined);
    if (!answer || signal.aborted) return;
    names.textContent = told(answer.promptPreview, book);
    recap.textContent = recapOf(answer.chapter);
  };
  sheet.addEventListener('toggle', () => void showNames(), { signal });
  void showNames();
  book.watch(() => {
    notes.update();
    showViewpoint();
    showPeople(book.data.characters);
    showBeats((book.data.plan.beatSheet?.beats ?? []).map(({ key, label }) => ({ id: key, label })));
  }, signal);
}

function openRecap(): void {
  choosePane('panel');
  chooseTab('recap')?.focus();
}

/** What later chapters are told of this one. */
function recapOf({ recap }: ChapterNamesQuery['chapter']): string {
  if (!recap) return 'This chapter has no recap. Later prompts have its first and last sentences.';
  return `${recap.isStale ? 'From before the last edit: ' : ''}${recap.events} ${recap.state}`;
}

function toggled(ids: readonly string[], id: string, isIn: boolean): string[] {
  const others = ids.filter((one) => one !== id);
  return isIn ? [...others, id] : others;
}

function partOf({ participantIds, mentionedIds }: ChapterTextFragment, id: string): string {
  if (participantIds.includes(id)) return 'takes';
  return mentionedIds.includes(id) ? 'mentioned' : '';
}

function partsWith({ participantIds, mentionedIds }: ChapterTextFragment, id: string, part: string): ChapterPatch {
  return {
    participantIds: toggled(participantIds, id, part === 'takes'),
    mentionedIds: toggled(mentionedIds, id, part === 'mentioned'),
  };
}

/** Whom the next prompt takes to be in the chapter, and whom it cannot tell. */
function told({ participants, names: { near, ambiguous } }: Names, { data: { characters } }: Book): string {
  const nameOf = (id: string) => characters.find((character) => character.id === id)?.name ?? id;
  const those = (ids: readonly string[]) => ids.map(nameOf).join(', ');
  const quoted = (words: readonly string[]) => words.map((word) => `“${word}”`).join(', ');
  return [
    participants.length > 0 ? `In the prompt: ${those(participants)}.` : 'The prompt has nobody in this chapter.',
    ...near.map(({ characterId, words }) => `${quoted(words)} may mean ${nameOf(characterId)}.`),
    ...ambiguous.map(({ words, characterIds }) => `${quoted(words)} can be ${characterIds.map(nameOf).join(' or ')}.`),
  ].join(' ');
}
