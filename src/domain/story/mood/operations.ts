import { rosterOperations } from '../roster/operations.ts';
import { moodRecord } from './record.ts';
import { moodReferencePatch } from './rules.ts';

export const moodOperations = rosterOperations(moodRecord, {
  feature: 'plan',
  patch: moodReferencePatch,
  example: { kind: 'music', title: 'Rain on a tin roof', note: 'For the night on the ferry.' },
  change: { note: 'For the night on the ferry.' },
  tools: {
    list: 'What the book should feel like: pictures, music, films, places. Title and note are in every chapter prompt.',
    make: 'Add something that says how the book should feel, and in the note what to take from it. At most 50 a book.',
    update: 'Change the fields you send; the rest stay. A null url is cleared.',
    remove: 'Remove a mood reference for good; later chapters are written without it.',
  },
});
