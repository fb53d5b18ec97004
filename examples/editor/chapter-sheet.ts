import type { Book } from './book.ts';
import { saveField } from './book.ts';
import { ask } from './client.ts';
import { byId, h, rows } from './dom.ts';
import { type Field, field, inTurn } from './fields.ts';
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

/** A change of the record as it is when its turn comes, and the part of the record that it changes. */
interface Change {
  patch(record: ChapterTextFragment): ChapterPatch;
  read(record: ChapterTextFragment): unknown;
}

/** What the prompt of the open chapter says besides its summary: notes, viewpoint, people and beats. */
export function showSheet(book: Book, chapter: OpenChapter, signal: AbortSignal): void {
  // Each change starts from what the one before has made of the record.
  const save = inTurn(async ({ patch, read }: Change) => {
    await chapter.flush();
    const [item, made] = [() => chapter.record, patch(chapter.record)];
    await saveField({ book, item, read, send: (expectedVersion) => chapter.change(made, expectedVersion) });
    void showNames();
  });
  const notes = field({ label: 'Notes', kind: 'area', hint: 'For the model: part of the prompt.' }, (value) =>
    save({ patch: () => ({ notes: value }), read: (record) => record.notes }),
  );
  const names = h('p', { class: 'hint', role: 'status' });
  const viewpoint = h('div');
  const people = h('div', { class: 'people', role: 'group', 'aria-label': 'People' });
  const beats = h('div', { class: 'people', role: 'group', 'aria-label': 'Beats' });
  const recap = h('p', { class: 'hint' });
  const edit = h('button', { type: 'button', class: 'quiet', onclick: openRecap }, 'Edit the recap');
  const parts = [notes.element, viewpoint, people, names, beats, h('h3', {}, 'Recap'), recap, edit];
  byId('chapter-fields', HTMLElement).replaceChildren(...parts);

  let pov: Field | undefined;
  let cast = '';
  const showViewpoint = () => {
    const choices = book.data.characters.map(({ id, name }) => [id, name] as const);
    if (JSON.stringify(choices) !== cast) {
      cast = JSON.stringify(choices);
      const options = { label: 'Viewpoint', kind: 'choice', choices: [['', 'by the plan'], ...choices] } as const;
      pov = field(options, (value) =>
        save({ patch: () => ({ povCharacterId: value || null }), read: (record) => record.povCharacterId }),
      );
      viewpoint.replaceChildren(pov.element);
    }
    pov?.show(chapter.record.povCharacterId ?? '');
  };
  const showPeople = rows(people, ({ id, name }: { id: string; name: string }) => {
    const read = ({ participantIds, mentionedIds }: ChapterTextFragment) => `${participantIds} ${mentionedIds}`;
    const one = field({ label: name, kind: 'choice', choices: presences }, (value) =>
      save({ patch: (record) => partsWith(record, id, value), read }),
    );
    return { element: one.element, update: () => one.show(partOf(chapter.record, id)) };
  });
  const showBeats = rows(beats, ({ id, label }: { id: string; label: string }) => {
    const read = ({ beatKeys }: ChapterTextFragment) => `${beatKeys}`;
    const one = field({ label, kind: 'check' }, (value) =>
      save({ patch: ({ beatKeys }) => ({ beatKeys: toggled(beatKeys, id, value === 'true') }), read }),
    );
    return { element: one.element, update: () => one.show(String(chapter.record.beatKeys.includes(id))) };
  });

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
    notes.show(chapter.record.notes);
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
