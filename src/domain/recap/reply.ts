import { z } from 'zod';
import { readReply, schemaOf } from '../../providers/json-reply.ts';
import type { ReplyShape } from '../../providers/reply-shape.ts';
import { boundPart, eventsMax, type NewRecap, stateMax } from './rules.ts';

const reply = z.object({ events: z.string().min(1), state: z.string().default('') });

/** Shape of the reply; the messages describe it too. */
export const recapShape: ReplyShape = { name: 'recap', schema: schemaOf(reply) };

/**
 * The recap that a reply holds, within the limits of its parts. Prose without JSON tells the events (ours). Undefined if
 * nothing can be read.
 */
export function recapIn(text: string): NewRecap | undefined {
  const read = readReply(text, reply);
  const found = 'value' in read ? read.value : { events: /^\s*(?:\{|```)/.test(text) ? '' : text, state: '' };
  const events = boundPart(found.events, eventsMax);
  return events === '' ? undefined : { events, state: boundPart(found.state, stateMax) };
}
