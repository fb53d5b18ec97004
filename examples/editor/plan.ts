import type { Book, Plan } from './book.ts';
import { ask } from './client.ts';
import { byId, h } from './dom.ts';
import { attempt } from './notice.ts';
import { BeatSheetsDocument, type PlanPatch, UpdatePlanDocument } from './operations.gen.ts';
import { orNull, type Setting, settingFields } from './settings.ts';

const same = (values: string[]) => values.map((value) => [value, value] as const);
const povs = same(['first', 'second', 'third-limited', 'third-omniscient', 'third-objective', 'multi']);

const decisions = (sheets: readonly { id: string; name: string }[]): Setting<Plan, PlanPatch>[] => [
  {
    options: {
      label: 'Point of view',
      kind: 'line',
      choices: povs,
      hint: 'If set, every chapter uses it.',
    },
    read: ({ povLock }) => povLock ?? '',
    patch: (value) => ({ povLock: orNull(value) }),
  },
  {
    options: {
      label: 'Tense',
      kind: 'line',
      choices: same(['past', 'present']),
      hint: 'If set, every chapter uses it.',
    },
    read: ({ tenseLock }) => tenseLock ?? '',
    patch: (value) => ({ tenseLock: orNull(value) }),
  },
  {
    options: { label: 'Depth', kind: 'range', hint: 'From an outside camera (left) to inside the mind (right).' },
    read: ({ povDepth }) => String(povDepth ?? 50),
    patch: (value) => ({ povDepth: Number(value) }),
  },
  {
    options: { label: 'Theme', kind: 'area', hint: 'The underlying theme of the book.' },
    read: ({ themeStatement }) => themeStatement ?? '',
    patch: (value) => ({ themeStatement: orNull(value) }),
  },
  {
    options: { label: 'Promise to the reader', kind: 'area' },
    read: ({ readerPromise }) => readerPromise ?? '',
    patch: (value) => ({ readerPromise: orNull(value) }),
  },
  {
    options: { label: 'Comparable authors', kind: 'line' },
    read: ({ compAuthors }) => compAuthors ?? '',
    patch: (value) => ({ compAuthors: orNull(value) }),
  },
  {
    options: { label: 'Genre', kind: 'line' },
    read: ({ genre }) => genre ?? '',
    patch: (value) => ({ genre: orNull(value) }),
  },
  {
    options: { label: 'Audience', kind: 'line' },
    read: ({ audience }) => audience ?? '',
    patch: (value) => ({ audience: orNull(value) }),
  },
  {
    options: {
      label: 'Beat sheet',
      kind: 'choice',
      choices: [['', 'none'], ...sheets.map(({ id, name }) => [id, name] as const)],
    },
    read: ({ beatSheet }) => beatSheet?.id ?? '',
    patch: (value) => ({ beatSheetTemplate: value || null }),
  },
];

/** Plan settings that every chapter and outline follows. Each field is saved separately. */
export async function showPlan(book: Book, signal: AbortSignal): Promise<void> {
  const place = byId('plan', HTMLElement);
  const beats = h('ol', { class: 'beats' });
  place.replaceChildren();
  const answer = await attempt(() => ask(BeatSheetsDocument, {}));
  if (signal.aborted) return;
  const { elements, show } = settingFields(
    decisions(answer?.beatSheets ?? []),
    book,
    () => book.data.plan,
    (patch, expectedVersion) => ask(UpdatePlanDocument, { bookId: book.id, patch, expectedVersion }),
  );
  place.replaceChildren(h('h2', { class: 'hidden' }, 'Plan'), ...elements, beats);
  book.watch(() => {
    const { plan } = book.data;
    show();
    beats.replaceChildren(
      ...(plan.beatSheet?.beats ?? []).map(({ label, intent, start }) =>
        h('li', { title: intent }, h('span', {}, label), h('span', { class: 'facts' }, `${Math.round(start * 100)} %`)),
      ),
    );
  }, signal);
}
