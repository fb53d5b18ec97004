import { enumOf } from '../../../graphql/input.ts';
import { persons } from './rules.ts';

export const PersonOfNarration = enumOf('Person', persons, 'Grammatical person of a narration.', {
  first: 'The viewpoint character tells it as "I".',
  second: 'The viewpoint character is "you".',
  third: 'A narrator tells it; characters are "he", "she" or "they".',
});
