import { record } from '../../../record.ts';

export const noteRecord = record({
  name: 'note',
  type: 'Note',
  table: 'note',
  prefix: 'note',
  parent: 'book',
  export: { none: 'Members of the document: port/document.ts.' },
  search: { none: 'It is about the book, not in it.' },
  events: {
    created: 'A note or a reply was written.',
    updated: 'A note was changed or resolved, or opened again.',
    deleted: 'A note was deleted, or went with its chapter.',
  },
  staleness: { none: 'A note enters a prompt only when a call names it.' },
});
