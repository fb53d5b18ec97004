import { record } from '../../../record.ts';
import { moodReferencesMax, newMoodReference } from './rules.ts';

export const moodRecord = record({
  name: 'mood_reference',
  type: 'MoodReference',
  table: 'mood_reference',
  prefix: 'mood',
  parent: 'book',
  names: { id: 'moodId' },
  export: { member: 'moodReferences', shape: newMoodReference, max: moodReferencesMax },
  search: {
    kinds: { mood: 'Title or note of a mood reference.' },
    texts: { title: 'mood', note: 'mood' },
    label: 'r.title',
  },
  events: {
    created: 'A mood reference was added.',
    updated: 'Fields of the mood reference changed.',
    deleted: 'A mood reference was removed.',
  },
  staleness: { input: 'mood', fields: ['kind', 'title', 'note'] },
});
