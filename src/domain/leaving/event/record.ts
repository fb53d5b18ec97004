import { record } from '../../../record.ts';

export const eventRecord = record({
  name: 'event',
  type: 'Event',
  table: 'event',
  prefix: 'evt',
  parent: 'book',
  tables: {
    held_event: 'events of a book that is being imported; the end of the import moves them to the log',
    watched_book: 'books that somebody watches; rows expire',
  },
  export: { none: 'The log belongs to the account.' },
  search: { none: 'It holds no texts.' },
  events: { none: 'It is the log.' },
  staleness: { none: 'No chapter is written from it.' },
  space: { none: 'Counted by a sweep: usage/storage.ts.' },
});
