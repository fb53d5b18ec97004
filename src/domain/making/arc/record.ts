import { record } from '../../../record.ts';

export const arcRecord = record({
  // The type Arc also shows what is only computed, so it is no Node.
  name: 'arc',
  table: 'chapter_arc',
  parent: 'chapter',
  export: { none: 'Part of its last chapter: port/document.ts.' },
  search: { none: 'It repeats recaps.' },
  events: { own: { updated: 'Ten chapters have a new arc. The subject is the last of them.' } },
  staleness: { none: 'It repeats recaps.' },
  space: { chapter_arc: 'books' },
});
