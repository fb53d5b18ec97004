import { type Book, type Chapter, type FieldChange, saveField } from './book.ts';
import { byId, h } from './dom.ts';
import { type FieldOptions, field } from './fields.ts';
import { goalBar } from './goals.ts';
import { reasonOf } from './notice.ts';
import type { ChapterPatch } from './operations.gen.ts';
import { mayWrite } from './rights.ts';
import { numberOrNull, orNull } from './settings.ts';
import { personOf, persons } from './style.ts';
import type { OpenChapter } from './text.ts';

const tenses = ['past', 'present'].map((tense) => [tense, tense] as const);

/** Status and length of the open chapter, both to be set by its author. */
export function showFacts(book: Book, chapter: OpenChapter, signal: AbortSignal): void {
  const item = () => book.data.chapters.find(({ id }) => id === chapter.id);
  const saved = async (change: Pick<FieldChange<Chapter>, 'read' | 'value' | 'base'>, patch: ChapterPatch) => {
    // A save of text may change the status, so it comes first.
    await chapter.flush();
    const send = (expectedVersion: number) => chapter.change(patch, expectedVersion);
    await saveField({ ...change, item, refresh: () => book.refresh(), send });
  };
  const fact = (options: FieldOptions, read: (line: Chapter) => string, patch: (value: string) => ChapterPatch) => {
    const owner = { key: `${chapter.id}/${options.label}`, bookId: book.id, of: chapter.record.title, signal };
    return { read, ...field(options, (value, base) => saved({ read, value, base }, patch(value)), owner) };
  };
  const status = statusField((value, base) => saved({ read: (line) => line.status, value, base }, { status: value }));
  const facts = [
    fact(
      { label: 'Words ordered', kind: 'number' },
      ({ targetWords }) => String(targetWords ?? ''),
      (value) => ({ targetWords: numberOrNull(value) }),
    ),
    fact(
      { label: 'Person', kind: 'choice', choices: persons('as the book') },
      ({ person }) => person ?? '',
      (value) => ({ person: personOf(value) }),
    ),
    fact(
      { label: 'Tense', kind: 'line', choices: tenses },
      ({ tense }) => tense ?? '',
      (value) => ({ tense: orNull(value) }),
    ),
  ];
  const written = h('span', { class: 'written' });
  const goal = goalBar('Words of the chapter');
  const parts = [status.element, ...facts.map(({ element }) => element), written, goal.element];
  byId('facts', HTMLElement).replaceChildren(...parts);
  book.watch(() => {
    const line = item();
    if (!line) return;
    const { wordCount, targetWords } = line;
    status.show(line);
    for (const { read, show } of facts) show(read(line));
    goal.show(wordCount, targetWords);
    const words = wordCount.toLocaleString();
    written.textContent = targetWords === null ? `${words} words` : `${words} of ${targetWords.toLocaleString()} words`;
  }, signal);
}

/** A refused choice shows its reason beside the status that the chapter still has. */
function statusField(save: (status: 'partial' | 'complete', base: Chapter['status']) => Promise<unknown>) {
  const option = (value: string) => h('option', { value }, value);
  // Only the text itself gives these two.
  const given = (value: string) => h('option', { value, disabled: true, hidden: true }, value);
  const choices = [given('empty'), option('partial'), option('complete'), given('generating')];
  const select = h('select', { id: 'status', 'aria-describedby': 'status-trouble' }, ...choices);
  const trouble = h('p', { class: 'trouble', id: 'status-trouble', role: 'alert' });
  let now: Chapter['status'] | undefined;
  select.addEventListener('change', async () => {
    trouble.textContent = '';
    try {
      await save(select.value === 'partial' ? 'partial' : 'complete', now ?? 'complete');
    } catch (error) {
      trouble.textContent = reasonOf(error);
    }
    select.value = now ?? '';
  });
  return {
    element: h('div', { class: 'field choice' }, h('label', { for: 'status' }, 'Status'), select, trouble),
    show({ status }: Chapter): void {
      select.disabled = status === 'empty' || !mayWrite();
      if (status === now) return;
      now = status;
      // A run that has just begun may be the reason for a refusal.
      if (status !== 'generating') trouble.textContent = '';
      select.value = status;
    },
  };
}
