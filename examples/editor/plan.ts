import type { Book, Plan } from './book.ts';
import { ask } from './client.ts';
import { byId, h } from './dom.ts';
import { attempt } from './notice.ts';
import { BeatSheetsDocument, type PlanPatch, UpdatePlanDocument } from './operations.gen.ts';
import { premisePart } from './premise.ts';
import { numberOrNull, orNull, type Setting, settingFields } from './settings.ts';

const same = (values: string[]) => values.map((value) => [value, value] as const);
const povs = same(['first', 'second', 'third-limited', 'third-omniscient', 'third-objective', 'multi']);

/** A title with its address behind it. */
function citationOf(line: string): { title: string; url: string }[] {
  const [, title = '', url = ''] = /^(.*?)\s*(\S*)$/.exec(line.trim()) ?? [];
  return url === '' ? [] : [{ title: title || url, url }];
}

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
    options: {
      label: 'Promise to the reader',
      kind: 'area',
      hint: 'What the end must keep. Outlines are graded by it.',
    },
    read: ({ readerPromise }) => readerPromise ?? '',
    patch: (value) => ({ readerPromise: orNull(value) }),
  },
  {
    options: { label: 'Comparable authors', kind: 'line', hint: 'Whose readers would like this book.' },
    read: ({ compAuthors }) => compAuthors ?? '',
    patch: (value) => ({ compAuthors: orNull(value) }),
  },
  {
    options: { label: 'Genre', kind: 'line', hint: 'Empty: an outline detects it.' },
    read: ({ genre }) => genre ?? '',
    patch: (value) => ({ genre: orNull(value) }),
  },
  {
    options: { label: 'Audience', kind: 'line', hint: 'Empty: an outline detects it.' },
    read: ({ audience }) => audience ?? '',
    patch: (value) => ({ audience: orNull(value) }),
  },
  {
    options: { label: 'Certainty of the genre', kind: 'number', hint: 'From 0 to 100, as an outline detected it.' },
    read: ({ genreConfidence }) => String(genreConfidence ?? ''),
    patch: (value) => ({ genreConfidence: numberOrNull(value) }),
  },
  {
    options: { label: 'Certainty of the audience', kind: 'number', hint: 'From 0 to 100, as an outline detected it.' },
    read: ({ audienceConfidence }) => String(audienceConfidence ?? ''),
    patch: (value) => ({ audienceConfidence: numberOrNull(value) }),
  },
  {
    options: { label: 'Genre or audience was detected', kind: 'check', hint: 'Your own value switches it off.' },
    read: ({ autoDetectedGenre }) => String(autoDetectedGenre),
    patch: (value) => ({ autoDetectedGenre: value === 'true' }),
  },
  {
    options: {
      label: 'Sources',
      kind: 'area',
      hint: 'One per line: title, then its address. Chapters can rely on them.',
    },
    read: ({ researchCitations }) => researchCitations.map(({ title, url }) => `${title} ${url}`).join('\n'),
    patch: (value) => ({ researchCitations: value.split('\n').flatMap(citationOf) }),
  },
  {
    options: {
      label: 'Beat sheet',
      kind: 'choice',
      hint: 'The structure of the story: outlines spread its beats over the chapters.',
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
  const answer = await attempt(() => ask(BeatSheetsDocument, {}), 'plan');
  if (signal.aborted) return;
  const { elements, show } = settingFields(decisions(answer?.beatSheets ?? []), {
    book,
    name: 'Plan',
    item: () => book.data.plan,
    send: (patch, expectedVersion) => ask(UpdatePlanDocument, { bookId: book.id, patch, expectedVersion }),
    signal,
  });
  const ofBook = premisePart(book, signal);
  place.replaceChildren(h('h2', { class: 'hidden' }, 'Plan'), ofBook, h('h3', {}, 'Plan'), ...elements, beats);
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
