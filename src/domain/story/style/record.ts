import { record } from '../../../record.ts';

export const styleRecord = record({
  name: 'style',
  type: 'Style',
  table: 'book_style',
  prefix: 'sty',
  parent: 'book',
  export: { none: 'A member of the document: port/document.ts.' },
  search: { none: 'Its texts are rules and foreign prose: a hit would not be in the book.' },
  events: { own: { updated: 'Fields of the style changed.' } },
  staleness: { input: 'style', fields: ['styleGuide', 'styleSample', 'avoid', 'personLock'] },
});
