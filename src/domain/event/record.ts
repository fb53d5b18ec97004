import { record } from '../../record.ts';

export const eventRecord = record({
  name: 'event',
  type: 'Event',
  table: 'event',
  prefix: 'evt',
  parent: 'book',
  tables: { watched_book: 'books that somebody watches; rows expire' },
  export: { none: 'The log belongs to the account.' },
  search: { none: 'It holds no texts.' },
  events: { none: 'It is the log.' },
  staleness: { none: 'No chapter is written from it.' },
  space: { none: 'Counted by a sweep: usage/storage.ts.' },
});
