import { record } from '../../../record.ts';

export const chapterRecord = record({
  name: 'chapter',
  type: 'Chapter',
  table: 'chapter',
  prefix: 'ch',
  parent: 'book',
  tables: { chapter_day: 'words by day' },
  export: { none: 'Members of the document with texts and revisions: port/document.ts.' },
  search: {
    kinds: {
      prose: 'The saved text of a chapter, without that of a running run.',
      title: 'Title of a chapter.',
      summary: 'Summary of a chapter.',
      notes: 'Notes of a chapter.',
    },
    texts: { title: 'title', summary: 'summary', notes: 'notes' },
  },
  events: {
    own: {
      created: 'A chapter was added.',
      updated: 'The record of the chapter changed: a field, its status or its word count.',
      moved: 'The chapter was moved to another place; others that give way have no event.',
      archived: 'The chapter was deleted, merged into the one before it, or replaced by an outline.',
      restored: 'An archived chapter was restored.',
      completed: 'A write or rewrite finished, and its text is now the text of the chapter.',
      narrated:
        'The audio of the chapter changed. `run.started` and `run.failed` before and after it change `audioStatus` too.',
    },
  },
  staleness: [
    { input: 'chapter', fields: ['title', 'summary', 'notes', 'beatKeys', 'povCharacterId', 'person', 'tense'] },
    { input: 'outline', fields: ['title', 'summary'] },
  ],
});
