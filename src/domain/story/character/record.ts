import { record } from '../../../record.ts';
import { charactersMax, newCharacter } from './rules.ts';

export const characterRecord = record({
  name: 'character',
  type: 'Character',
  table: 'character',
  prefix: 'chr',
  parent: 'book',
  names: { verbs: ['create', 'delete'] },
  export: {
    member: 'characters',
    shape: newCharacter,
    max: charactersMax,
    isReferenced: true,
    entries: { status: { fromChapterId: 'ch' }, datedAliases: { fromChapterId: 'ch' } },
  },
  search: {
    kinds: { character: 'A character: names, role, bio, voice, want, fear, lie.' },
    texts: {
      name: 'character',
      aliases: 'character',
      role: 'character',
      bio: 'character',
      voiceProfile: 'character',
      want: 'character',
      fear: 'character',
      lie: 'character',
    },
    label: 'r.name',
  },
  events: {
    created: 'A character was added to the cast.',
    updated: 'Fields of the character changed.',
    deleted: 'A character was deleted.',
  },
  staleness: {
    input: 'character',
    fields: ['name', 'aliases', 'role', 'bio', 'voiceProfile', 'want', 'fear', 'lie', 'isPov', 'status'],
  },
});
