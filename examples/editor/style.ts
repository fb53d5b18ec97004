import type { Book, Style } from './book.ts';
import { ask } from './client.ts';
import { byId, h } from './dom.ts';
import { type StylePatch, UpdateStyleDocument } from './operations.gen.ts';
import { orNull, type Setting, settingFields } from './settings.ts';

const lines = (text: string) => text.split('\n').flatMap((line) => line.trim() || []);
export const personOf = (value: string) =>
  value === 'first' || value === 'second' || value === 'third' ? value : null;

/** Choices of a person, after one that leaves it open. */
export const persons = (open: string) =>
  [
    ['', open],
    ['first', 'first: I'],
    ['second', 'second: you'],
    ['third', 'third: he, she, they'],
  ] as const;

const settings: Setting<Style, StylePatch>[] = [
  {
    options: { label: 'Style guide', kind: 'area', hint: 'Rules of the prose, in your words.' },
    read: ({ styleGuide }) => styleGuide ?? '',
    patch: (value) => ({ styleGuide: orNull(value) }),
  },
  {
    options: {
      label: 'Sample of the voice',
      kind: 'area',
      hint: 'Prose that sounds as the book should. Without one, earlier chapters show the voice.',
    },
    read: ({ styleSample }) => styleSample ?? '',
    patch: (value) => ({ styleSample: orNull(value) }),
  },
  {
    options: { label: 'Words to avoid', kind: 'area', hint: 'One word or phrase per line.' },
    read: ({ avoid }) => avoid.join('\n'),
    patch: (value) => ({ avoid: lines(value) }),
  },
  {
    options: {
      label: 'Person',
      kind: 'choice',
      choices: persons('not locked'),
      hint: 'Applies where the point of view of the plan is not set, or is multi.',
    },
    read: ({ personLock }) => personLock ?? '',
    patch: (value) => ({ personLock: personOf(value) }),
  },
  {
    options: { label: 'Check for worn phrases and patterns', kind: 'check' },
    read: ({ prosePatterns }) => String(prosePatterns),
    patch: (value) => ({ prosePatterns: value === 'true' }),
  },
];

/** How the prose of the book sounds. Each field is saved separately. */
export function showStyle(book: Book, signal: AbortSignal): void {
  const { elements, show } = settingFields(settings, {
    book,
    name: 'Style',
    item: () => book.data.style,
    send: (patch, expectedVersion) => ask(UpdateStyleDocument, { bookId: book.id, patch, expectedVersion }),
    signal,
  });
  byId('style', HTMLElement).replaceChildren(h('h2', { class: 'hidden' }, 'Style'), ...elements);
  book.watch(show, signal);
}
