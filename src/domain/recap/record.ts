import { record } from '../../record.ts';

export const recapRecord = record({
  name: 'recap',
  table: 'chapter_recap',
  parent: 'chapter',
  export: { none: 'Part of its chapter: port/document.ts.' },
  search: { none: 'It repeats a text that search finds.' },
  events: { none: 'It follows from a text, and `text.updated` reports that.' },
  staleness: { none: 'A new recap does not make later chapters stale.' },
});
