import { record } from '../../../record.ts';

export const planRecord = record({
  name: 'plan',
  type: 'Plan',
  table: 'book',
  prefix: 'plan',
  parent: 'book',
  export: { none: 'A member of the document: port/document.ts.' },
  search: { none: 'Indexed with the row of its book.' },
  events: { own: { updated: 'Fields of the plan changed; genre and audience also by way of the book.' } },
  staleness: {
    input: 'plan',
    fields: [
      'themeStatement',
      'readerPromise',
      'compAuthors',
      'beatSheetTemplate',
      'povLock',
      'tenseLock',
      'povDepth',
      'researchCitations',
    ],
  },
});
