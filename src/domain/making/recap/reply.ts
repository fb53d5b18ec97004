import { z } from 'zod';
import { readReply, schemaOf } from '../../../providers/json-reply.ts';
import type { ReplyShape } from '../../../providers/reply-shape.ts';
import type { ReportRemoved } from '../../text/remark/reasoning.ts';
import { isCertainRefusal } from '../../text/remark/remark.ts';
import { withoutRemarks } from '../../text/remark/told.ts';
import { boundPart, eventsMax, type NewRecap, stateMax } from './rules.ts';

const reply = z.object({ events: z.string().min(1), state: z.string().default('') });

/** Shape of the reply; the messages describe it too. */
export const recapShape: ReplyShape = { name: 'recap', schema: schemaOf(reply) };

/** The label of the state in a reply that is no JSON; models take it from the names of the members. */
const stateLabel = /^[ \t]*(?:#{1,6}[ \t]*|\*\*|__)?state(?:\*\*|__)?[ \t]*[:：](?:\*\*|__)?/imu;

/**
 * The recap that a reply holds, without remarks and within the limits of its parts. Prose without JSON tells the events
 * (ours). Undefined if nothing can be read, or the model declines.
 */
export function recapIn(text: string, removed: ReportRemoved): NewRecap | undefined {
  const read = readReply(text, reply);
  const { events, state } = 'value' in read ? read.value : toldIn(text);
  const told = boundPart(withoutRemarks(events, removed), eventsMax);
  if (/^[\s`~*_=#-]*$/.test(told) || isCertainRefusal(told)) return undefined;
  return { events: told, state: boundPart(withoutRemarks(state, removed), stateMax) };
}

function toldIn(text: string): NewRecap {
  if (/^\s*\{/.test(text) || /^\s*```\s*(?:json)?\s*\{/.test(text)) return { events: '', state: '' };
  const label = stateLabel.exec(text);
  if (!label || label.index === 0) return { events: text, state: '' };
  return { events: text.slice(0, label.index), state: text.slice(label.index + label[0].length) };
}
