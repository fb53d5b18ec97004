import type { TypedDocumentString } from './operations.gen.ts';
import { keyNeeded, session } from './session.ts';
import { eventsOf } from './sse.ts';

/** An error of the service: a code from a closed list, and a message with the remedy. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: string;
  /** The faults of the request, by field. */
  readonly issues: readonly Issue[];

  constructor({ message, extensions }: GraphqlError) {
    super(message);
    this.code = extensions?.code ?? 'internal';
    this.issues = extensions?.issues ?? [];
  }
}

/** The service is unreachable, is not Fabula, or is unavailable: retry later. */
export class Away extends Error {
  override readonly name = 'Away';
}

interface Issue {
  path: string;
  message: string;
}

interface GraphqlError {
  message: string;
  extensions?: { code?: string; issues?: Issue[]; retry_after?: number };
}

interface Result<Data> {
  data?: Data | null;
  errors?: GraphqlError[];
}

const passingCodes = new Set(['unavailable', 'rate_limited', 'internal']);
const askSecondsMax = 20;
/** The service sends a heartbeat every 12 s; after this silence the connection is considered dead. */
const silenceMsMax = 40_000;
const againMs = 1_000;
const reconnectMsMax = 10_000;

/** Runs one query or mutation. Waits for a limit that ends soon. Throws ApiError or Away. */
export async function ask<Data, Variables>(
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  const signal = () => AbortSignal.timeout(askSecondsMax * 1_000);
  for (let waited = 0; ; ) {
    const response = await post(document, variables, 'application/json', signal);
    const result: Result<Data> = await response.json().catch(() => ({}));
    const seconds = secondsToWait(result);
    waited += seconds;
    if (seconds === 0 || waited > askSecondsMax) return dataOf(result);
    await pause(seconds * 1_000, new AbortController().signal);
  }
}

/** How long to wait before asking again, if the account has used up a limit; otherwise zero. */
function secondsToWait({ errors }: Result<unknown>): number {
  const { code, retry_after } = errors?.[0]?.extensions ?? {};
  return code === 'rate_limited' ? (retry_after ?? 1) : 0;
}

/** Retries every second while the service is away. */
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
  /** Variables for a subscription that resumes after the last event. */
  variables(last: Data | undefined): Variables;
  signal: AbortSignal;
  /** Reports when the connection is lost and restored. */
  onConnection?(isConnected: boolean): void;
}

/** A subscription over server-sent events that reconnects. Ends with the last event of the service or the signal. */
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
  const either = AbortSignal.any([signal, silent.signal]);
  const response = await post(document, variables, 'text/event-stream', () => either);
  const key = session.key;
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
    dataOf(await response.json().catch(() => ({})));
    return;
  }
  opened();
  for await (const { name, data } of eventsOf(pieces(response, silent))) {
    if (name === 'complete') yield complete;
    if (name === 'next') yield dataOf<Data>(signedIn(JSON.parse(data), key));
  }
}

/** A stream ends with its key. The next connection waits for a new sign-in. */
function signedIn<Data>(result: Result<Data>, key: string | undefined): Result<Data> {
  if (result.errors?.[0]?.extensions?.code !== 'invalid_token') return result;
  session.refused(key);
  throw new Away('Your session has ended.');
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

/** Sends a document with the session key. Waits for a sign-in if there is no valid key. */
async function post<Data, Variables>(
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
  accept: string,
  signal: () => AbortSignal,
): Promise<Response> {
  const url = new URL('graphql', window.document.baseURI);
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept },
    body: JSON.stringify({ query: document.toString(), variables }),
  };
  for (;;) {
    await keyNeeded();
    const response = await session.fetch(url, { ...init, signal: signal() }).catch(lost);
    if (!response) throw new Away('The service does not respond.');
    if (response.status !== 401) return response;
  }
}

const lost = () => undefined;

function dataOf<Data>({ data, errors }: Result<Data>): Data {
  const [error] = errors ?? [];
  if (error && passingCodes.has(error.extensions?.code ?? '')) throw new Away(error.message);
  if (error) throw new ApiError(error);
  if (data == null) throw new Away('The service sent an invalid response.');
  return data;
}

/** Resolves after a time, or when the signal is aborted. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  signal.addEventListener('abort', () => resolve(), { once: true });
  return promise.finally(() => clearTimeout(timer));
}
