import type { OpenAI } from 'openai';
import { failureOfStatus } from './failure.ts';
import { describedError, type SaidError } from './said-error.ts';

export interface OpenAiOptions {
  /** Undefined for local servers without authentication. */
  apiKey: string | undefined;
  /** Ends in `/v1`. Undefined means OpenAI. */
  baseUrl: string | undefined;
}

/**
 * Runs one request of the SDK. A status outside 200–299 becomes a ProviderFailure, which says which of `words`, the names of
 * members, the provider gives as the cause; other errors pass through.
 */
export type OpenAiCall = <T>(request: (client: OpenAI) => Promise<T>, words?: readonly string[]) => Promise<T>;

/** Network access of the SDK. */
type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** The SDK takes about 200 ms to load, so it is loaded at the first request. */
export function lazyOpenAi(options: OpenAiOptions, fetch: Fetch = fetchWithoutErrorText): () => Promise<OpenAiCall> {
  let call: Promise<OpenAiCall> | undefined;
  return () => {
    call ??= connect(options, fetch);
    return call;
  };
}

async function connect({ apiKey, baseUrl }: OpenAiOptions, fetch: Fetch): Promise<OpenAiCall> {
  const { OpenAI, APIError } = await import('openai');
  // The SDK would read omitted options from the environment, which only our configuration may read.
  const client = new OpenAI({
    apiKey: apiKey ?? 'none',
    baseURL: baseUrl ?? 'https://api.openai.com/v1',
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    logLevel: 'off',
    maxRetries: 0,
    fetchOptions: { redirect: 'error' },
    fetch,
  });
  return async (request, words = []) => {
    try {
      return await request(client);
    } catch (fault) {
      if (fault instanceof APIError && fault.status !== undefined) {
        const said = describedError(fault.error ?? fault.message);
        throw failureOfStatus(fault.status, fault.headers, said, namedIn(said, words));
      }
      throw fault;
    }
  };
}

/**
 * The word that an error names: in its `param`, else the first one in its message. Empty if its `param` is another member,
 * undefined if it names nothing.
 */
function namedIn({ param, message }: SaidError, words: readonly string[]): string | undefined {
  const found = (text: string) => text.split(/[^\w-]+/).find((word) => words.includes(word));
  return param ? (found(param) ?? '') : found(message);
}

/** Error bodies are vendor text of any length; they are dropped unread. */
async function fetchWithoutErrorText(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init);
  if (response.ok) return response;
  await response.body?.cancel();
  return new Response(null, { status: response.status, headers: response.headers });
}
