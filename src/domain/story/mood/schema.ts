import { enumOf } from '../../../graphql/input.ts';
import { rosterSchema } from '../roster/schema.ts';
import * as rules from './rules.ts';
import { moodRoster } from './store.ts';

enumOf('MoodKind', rules.moodKinds, 'Kind of a mood reference.', {
  image: 'A picture, a painting, a photograph.',
  music: 'A piece, a record, a sound.',
  film: 'A film, a series or a scene of one.',
  text: 'Another book, a poem, a letter.',
  place: 'A real place, present or past.',
  other: 'Anything else; the note says what.',
});

export const { Type: MoodReference } = rosterSchema(moodRoster, {
  patch: rules.moodReferencePatch,
  words: {
    description: 'Something outside the book that describes its mood. Title and note are part of every chapter prompt.',
    members: {
      kind: 'Kind; part of the chapter prompt.',
      title: 'Title; part of the chapter prompt.',
      url: 'URL for the author; never fetched and never part of a prompt.',
      note: 'What to take from it; empty by default.',
    },
    book: 'The book whose mood it describes.',
    needs: 'At least a kind and a title.',
    patch: 'Fields to change; omitted fields stay unchanged, and null clears the URL.',
    change: 'Changes the given fields. New chapter prompts use the changed record.',
    remove: 'Deletes a mood reference permanently. It is no longer part of new chapter prompts.',
  },
});
