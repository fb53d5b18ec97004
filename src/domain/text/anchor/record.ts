import { record } from '../../../record.ts';

export const anchorRecord = record({
  name: 'anchor',
  table: 'anchor',
  parent: 'chapter',
  tables: { chapter_anchor: 'where the anchors of a chapter are' },
  export: { none: 'Part of the record that has it.' },
  search: { none: 'Its words are in the text.' },
  events: { none: 'It moves with the text; the record that has it announces what matters.' },
  staleness: { none: 'Prompts have the text itself.' },
});
