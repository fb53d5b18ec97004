import { record } from '../../../record.ts';

export const profileRecord = record({
  // A proposal of a model; it has no id, because a book has one at most.
  name: 'profile',
  table: 'book_profile',
  parent: 'book',
  export: { none: 'A proposal. What its author takes from it is exported where it then stands.' },
  search: { none: 'It repeats recaps.' },
  events: { own: { updated: 'A model has proposed what the book is, from its recaps.' } },
  staleness: { none: 'It enters no prompt.' },
});
