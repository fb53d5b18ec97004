import { readReply, schemaOf } from '../../../providers/json-reply.ts';
import type { ReplyShape } from '../../../providers/reply-shape.ts';
import { wordsOfName } from '../../story/names/words.ts';
import { type Proposed, proposed } from './rules.ts';

/** Shape of the reply; the messages describe it too. */
export const profileShape: ReplyShape = { name: 'profile', schema: schemaOf(proposed) };

/**
 * The profile that a reply holds, without people whose names are not in the material; or the faults for which it is asked for once
 * more.
 */
export function profileIn(text: string, material: string): { profile: Proposed } | { faults: readonly string[] } {
  const read = readReply(text, proposed);
  if (!('value' in read)) return read;
  const people = read.value.people.filter(({ name }) => wordsOfName(name).every((word) => material.includes(word)));
  return { profile: { ...read.value, people } };
}
