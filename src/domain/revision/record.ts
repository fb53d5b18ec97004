import { record } from '../../record.ts';

export const revisionRecord = record({
  name: 'revision',
  type: 'Revision',
  table: 'chapter_revision',
  prefix: 'rev',
  parent: 'chapter',
  export: { none: 'Part of its chapter: port/document.ts.' },
  search: { none: 'Search covers present texts.' },
  events: {
    own: { deleted: 'Former texts of the chapter were deleted. `text.updated` reports the change that makes one.' },
  },
  staleness: { none: 'Prompts use present texts.' },
  space: { chapter_revision: 'revisions' },
});
