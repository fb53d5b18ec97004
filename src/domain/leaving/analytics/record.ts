import { record } from '../../../record.ts';

export const readingRecord = record({
  name: 'reading',
  table: 'reading_day',
  parent: 'book',
  tables: { reading_visitor: 'visitors of the day', reading_batch: 'batches of views that were counted' },
  export: { none: 'Counts of readers stay with the published book.' },
  search: { none: 'It holds numbers.' },
  events: { none: 'Views are too many to report one by one.' },
  staleness: { none: 'No chapter is written from it.' },
  space: { none: 'Numbers, which readers make and the author cannot free.' },
});
