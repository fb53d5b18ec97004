import type { Book, BookData } from './book.ts';
import { ask } from './client.ts';
import { h } from './dom.ts';
import { type BookPatch, UpdateBookDocument } from './operations.gen.ts';
import { numberOrNull, orNull, type Setting, settingFields } from './settings.ts';

const tiers = ['draft', 'standard', 'editorial'] as const;

const settings: Setting<BookData, BookPatch>[] = [
  {
    options: { label: 'Title of the book', kind: 'line' },
    read: ({ title }) => title,
    patch: (value) => ({ title: value }),
  },
  {
    options: { label: 'Subtitle', kind: 'line', hint: 'Second line of the title page.' },
    read: ({ subtitle }) => subtitle ?? '',
    patch: (value) => ({ subtitle: orNull(value) }),
  },
  {
    options: { label: 'Author', kind: 'line', hint: 'The name on the title page.' },
    read: ({ author }) => author,
    patch: (value) => ({ author: value }),
  },
  {
    options: {
      label: 'Premise of the book',
      kind: 'area',
      hint: 'What it is about: outline and chapters start from it.',
    },
    read: ({ premise }) => premise,
    patch: (value) => ({ premise: value }),
  },
  {
    options: { label: 'Blurb', kind: 'area', hint: 'Shown to readers before they open the book.' },
    read: ({ description }) => description ?? '',
    patch: (value) => ({ description: orNull(value) }),
  },
  {
    options: { label: 'Language', kind: 'line', hint: 'Of the chapters: a tag such as de, or a name such as German.' },
    read: ({ language }) => language,
    patch: (value) => ({ language: value }),
  },
  {
    options: {
      label: 'Words of the book',
      kind: 'number',
      hint: 'Its target length. An outline derives the chapters from it.',
    },
    read: ({ targetWords }) => String(targetWords ?? ''),
    patch: (value) => ({ targetWords: numberOrNull(value) }),
  },
  {
    options: { label: 'Tone', kind: 'area', hint: 'Part of every chapter prompt.' },
    read: ({ toneStyle }) => toneStyle ?? '',
    patch: (value) => ({ toneStyle: orNull(value) }),
  },
  {
    options: {
      label: 'Model',
      kind: 'choice',
      choices: tiers.map((tier) => [tier, tier]),
      hint: 'Which model writes chapters: draft is cheap, editorial writes the best prose.',
    },
    read: ({ modelTier }) => modelTier,
    patch: (value) => ({ modelTier: tiers.find((tier) => tier === value) ?? 'standard' }),
  },
];

/** What the book is about, and its title page. Each field is saved separately. */
export function premisePart(book: Book, signal: AbortSignal): HTMLElement {
  const { elements, show } = settingFields(settings, {
    book,
    name: 'Book',
    item: () => book.data,
    send: (patch, expectedVersion) => ask(UpdateBookDocument, { bookId: book.id, patch, expectedVersion }),
    signal,
  });
  book.watch(show, signal);
  return h('section', { 'aria-label': 'The book' }, h('h3', {}, 'The book'), ...elements);
}
