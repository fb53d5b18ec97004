import { record } from '../../../record.ts';

export const variantRecord = record({
  name: 'outline_variant',
  type: 'OutlineVariant',
  table: 'outline_variant',
  prefix: 'var',
  parent: 'book',
  export: { none: 'Chapters of variants name characters: port/document.ts.' },
  search: { none: 'Search covers the outline of the book, not the drafts beside it.' },
  events: {
    own: {
      created: "A model made an outline beside the book's own.",
      graded: 'The variant has a grade, or another one.',
      adopted: "The variant became the book's outline.",
      deleted: 'The variant was deleted.',
    },
  },
  staleness: { none: 'Only an adopted outline enters prompts, as chapters.' },
});
