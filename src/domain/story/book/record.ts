import { record } from '../../../record.ts';

export const bookRecord = record({
  name: 'book',
  type: 'Book',
  table: 'book',
  prefix: 'bk',
  parent: 'account',
  tables: { search_passage: 'search index, kept by triggers' },
  export: { none: 'The document is the book: port/document.ts.' },
  search: {
    kinds: {
      book: 'Title, subtitle, premise or description of the book.',
      plan: 'Theme, reader promise or comparable authors of the plan.',
    },
    texts: {
      title: 'book',
      subtitle: 'book',
      premise: 'book',
      description: 'book',
      themeStatement: 'plan',
      readerPromise: 'plan',
      compAuthors: 'plan',
    },
  },
  events: {
    own: {
      created: 'A book was created.',
      updated: 'Fields of the book changed.',
      deleted: 'The book was deleted; no read shows it any more.',
      restored: 'A deleted book was restored as it was.',
      published: 'The book was published or published again.',
      unpublished: 'The book was withdrawn from its readers.',
    },
  },
  staleness: {
    input: 'book',
    fields: ['title', 'premise', 'language', 'genre', 'audience', 'toneStyle', 'targetWords'],
  },
});
