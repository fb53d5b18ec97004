import { record } from '../../../record.ts';

export const textRecord = record({
  name: 'text',
  table: 'chapter_text',
  parent: 'chapter',
  export: { none: 'Part of its chapter: port/document.ts.' },
  search: { none: 'Indexed as the kind `prose` by triggers of 0010_search.sql, by passages.' },
  events: { own: { updated: 'The text of the chapter was replaced, extended or removed.' } },
  staleness: { none: 'Recaps and tails of other chapters follow it by themselves.' },
});

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
