import { record } from '../../../record.ts';

export const recapRecord = record({
  name: 'recap',
  type: 'Recap',
  table: 'chapter_recap',
  prefix: 'rcp',
  parent: 'chapter',
  tables: {
    chapter_recap_suggestion: 'what a model wrote for a recap of a person',
    recap_order: 'chapters whose recap is to be made',
  },
  export: { none: 'Part of its chapter: port/document.ts.' },
  search: { none: 'It repeats a text that search finds.' },
  events: { own: { updated: 'The chapter has a new recap. `text.updated` reports the change that makes one stale.' } },
  staleness: { none: 'A new recap does not make later chapters stale.' },
  space: { chapter_recap: 'books', chapter_recap_suggestion: 'books' },
});
