import { record } from '../../../record.ts';

export const publicationRecord = record({
  name: 'publication',
  table: 'publication',
  parent: 'book',
  tables: { publication_chapter: 'chapters as readers see them', publication_cover: 'the cover as readers see it' },
  export: { none: 'A copy for readers, made again by publishing.' },
  search: { none: 'A copy of texts that search finds.' },
  events: { none: '`book.published` and `book.unpublished` report it.' },
  staleness: { none: 'A copy is not an input.' },
  space: { publication: 'books', publication_chapter: 'books', publication_cover: 'pictures' },
});
