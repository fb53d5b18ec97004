import { ServiceError } from '../../errors.ts';
import { qualityOf } from '../../http/accept.ts';

/** The forms of an answer that a client accepts. */
export interface Accepted {
  /** Whether an answer that is one message may be JSON, and is not liked less than a stream. */
  json: boolean;
  /** Whether it may be a stream of events. A wildcard alone asks for one only where nothing else answers. */
  events: 'yes' | 'if needed' | 'no';
}

const events = 'text/event-stream';

/** Throws `not_acceptable` if a client accepts neither form. */
export function acceptedBy(accept: string | undefined): Accepted {
  const quality = { json: qualityOf(accept, 'application/json'), events: qualityOf(accept, events) };
  if (quality.json === 0 && quality.events === 0) throw notAcceptable('Answers are JSON or a stream of events.');
  const isNamed = accept?.toLowerCase().includes(events) ?? false;
  return {
    json: quality.json > 0 && (!isNamed || quality.json >= quality.events),
    events: quality.events === 0 ? 'no' : isNamed || quality.json === 0 ? 'yes' : 'if needed',
  };
}

export function notAcceptable(why: string): ServiceError {
  return new ServiceError('not_acceptable', `${why} Send Accept: application/json, ${events}.`);
}

/** Methods whose answer is a stream. */
const streamed: ReadonlySet<unknown> = new Set(['subscriptions/listen']);

/** Whether a request must be answered with a stream of events. Throws `not_acceptable` if the client accepts none. */
export function needsEvents({ json, events }: Accepted, messages: readonly unknown[]): boolean {
  const isStream = messages.some((one) => streamed.has((one as { method?: unknown } | null)?.method));
  if (isStream && events === 'no') throw notAcceptable('This method answers with a stream of events.');
  return isStream || events === 'yes' || !json;
}

/** The responses in a stream of events as JSON: one message, or a list of them. Notifications are left out. */
export function jsonIn(body: string): string {
  const responses = [...body.matchAll(/^data: ?(\{.*\})\r?$/gm)]
    .map(([, data = '']) => JSON.parse(data) as Record<string, unknown>)
    .filter((message) => !('method' in message));
  return JSON.stringify(responses.length === 1 ? responses[0] : responses);
}
