import type { TypedDocumentString } from './operations.gen.ts';
import { eventsOf } from './sse.ts';

/** What the service refused: its closed list of codes says why, the message what to do next. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: string;
  /** The record as it stands, where `code` is `conflict`. */
  readonly current: unknown;

  constructor({ message, extensions }: GraphqlError) {
    super(message);
    this.code = extensions?.code ?? 'internal';
    this.current = extensions?.current;
  }
}

/** Nobody answered, or somebody who is no Fabula, or one that cannot work just now: ask again later. */
export class Away extends Error {
  override readonly name = 'Away';
}

interface GraphqlError {
  message: string;
  extensions?: { code?: string; current?: unknown };
}

interface Result<Data> {
  data?: Data | null;
  errors?: GraphqlError[];
}

export interface Session {
  /** Null where what serves this page adds the key. */
  key: string | null;
}

export const session: Session = { key: null };

const passingCodes = new Set(['unavailable', 'rate_limited', 'internal']);
const askSecondsMax = 20;
/** The service says something every 12 s; after so long the connection is dead, whatever the socket says. */
const silenceMsMax = 40_000;
const againMs = 1_000;
const reconnectMsMax = 10_000;

/** One query or mutation. Throws ApiError or Away. */
export async function ask<Data, Variables>(
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  const signal = AbortSignal.timeout(askSecondsMax * 1_000);
  const response = await post(document, variables, 'application/json', signal);
  return dataOf<Data>(await response.json().catch(() => ({})));
}

/** Does it again each second as long as nobody answers. */
export async function patiently<Done>(work: () => Promise<Done>, signal: AbortSignal): Promise<Done> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Away) || signal.aborted) throw error;
      await pause(againMs, signal);
    }
  }
}

export interface Listening<Data, Variables> {
  document: TypedDocumentString<Data, Variables>;
  /** What to ask for, given the last event that came: how it goes on after a lost connection. */
  variables(last: Data | undefined): Variables;
  signal: AbortSignal;
  /** Tells when the connection is lost and when something comes again. */
  onConnection?(isConnected: boolean): void;
}

/** A subscription over server-sent events that outlives its connections. Ends with the service’s last event or the signal. */
export async function* listen<Data, Variables>(listening: Listening<Data, Variables>): AsyncGenerator<Data> {
  const { document, variables, signal, onConnection } = listening;
  let last: Data | undefined;
  for (let failures = 0; !signal.aborted; failures += 1) {
    try {
      for await (const event of connection(document, variables(last), signal, () => onConnection?.(true))) {
        failures = 0;
        if (event === complete) return;
        last = event;
        yield event;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof Away)) throw error;
    }
    if (signal.aborted) return;
    onConnection?.(false);
    await pause(Math.min(reconnectMsMax, 250 * 2 ** failures), signal);
  }
}

const complete = Symbol('complete');

async function* connection<Data, Variables>(
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
  signal: AbortSignal,
  opened: () => void,
): AsyncGenerator<Data | typeof complete> {
  const silent = new AbortController();
  const response = await post(document, variables, 'text/event-stream', AbortSignal.any([signal, silent.signal]));
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
    dataOf(await response.json().catch(() => ({})));
    return;
  }
  opened();
  for await (const { name, data } of eventsOf(pieces(response, silent))) {
    if (name === 'complete') yield complete;
    if (name === 'next') yield dataOf<Data>(JSON.parse(data));
  }
}

async function* pieces(response: Response, silent: AbortController): AsyncGenerator<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (;;) {
      const timer = setTimeout(() => silent.abort(), silenceMsMax);
      const read = await reader
        ?.read()
        .catch(lost)
        .finally(() => clearTimeout(timer));
      if (!read || read.done) return;
      yield read.value;
    }
  } finally {
    reader?.cancel().catch(lost);
  }
}

async function post<Data, Variables>(
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
  accept: string,
  signal: AbortSignal,
): Promise<Response> {
  const headers = { 'content-type': 'application/json', accept };
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: session.key === null ? headers : { ...headers, authorization: `Bearer ${session.key}` },
    body: JSON.stringify({ query: document.toString(), variables }),
    signal,
  }).catch(lost);
  if (!response) throw new Away('The service does not answer.');
  return response;
}

const lost = () => undefined;

function dataOf<Data>({ data, errors }: Result<Data>): Data {
  const [error] = errors ?? [];
  if (error && passingCodes.has(error.extensions?.code ?? '')) throw new Away(error.message);
  if (error) throw new ApiError(error);
  if (data == null) throw new Away('The service did not answer properly.');
  return data;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  signal.addEventListener('abort', () => resolve(), { once: true });
  return promise.finally(() => clearTimeout(timer));
}
