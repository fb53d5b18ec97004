import { ServiceError } from '../../errors.ts';
import { qualityOf } from '../../http/accept.ts';

/** The forms of an answer that a client accepts. */
interface Accepted {
  /** Whether JSON is accepted for an answer of one message, with at least the quality of a stream. */
  json: boolean;
  /** Whether a stream of events is accepted. `if needed`: by a wildcard, so only methods that stream send one. */
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

function notAcceptable(why: string): ServiceError {
  return new ServiceError('not_acceptable', `${why} Send Accept: application/json, ${events}.`);
}

/** Methods whose answer is a stream. */
const streamed: ReadonlySet<unknown> = new Set(['subscriptions/listen']);

/** Whether the answer is a stream of events. Throws `not_acceptable` if it must be one and the client accepts none. */
export function needsEvents({ json, events }: Accepted, messages: readonly unknown[]): boolean {
  const isStream = messages.some((one) => streamed.has((one as { method?: unknown } | null)?.method));
  if (isStream && events === 'no') throw notAcceptable('This method answers with a stream of events.');
  return isStream || events === 'yes' || !json;
}

/** The responses in a stream of events as JSON: a list for a batch, else one message. Notifications are left out. */
export function jsonIn(body: string, isBatch: boolean): string {
  const responses = [...body.matchAll(/^data: ?(\{.*\})\r?$/gm)]
    .map(([, data = '']) => JSON.parse(data) as Record<string, unknown>)
    .filter((message) => !('method' in message));
  return JSON.stringify(isBatch ? responses : responses[0]);
}
