import type { APIError, OpenAI } from 'openai';
import { failureOfStatus, ProviderFailure } from './failure.ts';

export interface OpenAiOptions {
  /** Undefined for local servers without authentication. */
  apiKey: string | undefined;
  /** Ends in `/v1`. Undefined means OpenAI. */
  baseUrl: string | undefined;
}

/**
 * Runs one request of the SDK. A status outside 200–299 becomes a ProviderFailure, which says which of `members` the provider
 * names; other errors pass through.
 */
export type OpenAiCall = <T>(request: (client: OpenAI) => Promise<T>, members?: readonly string[]) => Promise<T>;

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
  return async (request, members = []) => {
    try {
      return await request(client);
    } catch (fault) {
      if (fault instanceof APIError && isBeyondContext(fault)) throw new ProviderFailure('too_large');
      if (fault instanceof APIError && fault.status !== undefined)
        throw failureOfStatus(fault.status, fault.headers, namedIn(fault, members));
      throw fault;
    }
  };
}

/** OpenAI names it by code; compatible servers only by their message. */
function isBeyondContext({ status, code, message }: APIError): boolean {
  return status === 400 && (code === 'context_length_exceeded' || /maximum context length/i.test(message));
}

/** The member of the request that an error is about: its `param`, else the first one in its message. */
function namedIn({ param, message }: APIError, members: readonly string[]): string | undefined {
  const words = message.split(/[^\w-]+/);
  return members.find((member) => member === param) ?? members.find((member) => words.includes(member));
}

/** Error bodies are vendor text of any length; they are dropped unread. */
async function fetchWithoutErrorText(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init);
  if (response.ok) return response;
  await response.body?.cancel();
  return new Response(null, { status: response.status, headers: response.headers });
}
