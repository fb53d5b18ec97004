import type { OpenAI } from 'openai';
import { failureOf } from './classify.ts';
import type { Asked } from './failure.ts';
import { nodeFetch } from './node-fetch.ts';
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
export type OpenAiCall = <T>(
  asked: Asked,
  request: (client: OpenAI) => Promise<T>,
  words?: readonly string[],
) => Promise<T>;

/** The SDK takes about 200 ms to load, so it is loaded at the first request. */
export function lazyOpenAi(options: OpenAiOptions): () => Promise<OpenAiCall> {
  let call: Promise<OpenAiCall> | undefined;
  return () => {
    call ??= connect(options);
    return call;
  };
}

async function connect({ apiKey, baseUrl }: OpenAiOptions): Promise<OpenAiCall> {
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
    fetch: nodeFetch,
  });
  return async (asked, request, words = []) => {
    try {
      return await request(client);
    } catch (fault) {
      if (fault instanceof APIError && fault.status !== undefined) {
        const said = describedError(fault.error ?? fault.message);
        const { status, headers } = fault;
        throw failureOf(asked, { status, headers, said, member: namedIn(said, words) });
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
