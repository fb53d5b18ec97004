import { createHash } from 'node:crypto';
import { ApolloClient, ApolloLink, gql, HttpLink, InMemoryCache, Observable } from '@apollo/client';
import { CombinedGraphQLErrors } from '@apollo/client/errors';
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries';
import { type AnyVariables, Client, cacheExchange, type Exchange, fetchExchange } from '@urql/core';
import { persistedExchange } from '@urql/exchange-persisted';
import { print } from 'graphql';
import { ClientError, GraphQLClient } from 'graphql-request';
import { type ClientOptions, createClient } from 'graphql-sse';
import { inject } from 'vitest';
import { authorized, type Json } from './rest.ts';

export type Variables = Record<string, unknown>;

/** The data of a response and the codes of its errors. */
export interface Answer {
  data: Json;
  codes: string[];
}

/** A GraphQL client of front ends. */
export interface GraphqlClient {
  name: string;
  /** Runs a query or a mutation. */
  ask(document: string, variables?: Variables): Promise<Answer>;
  /** The events of a subscription over SSE, until it ends. */
  watch?: (document: string, variables: Variables) => AsyncIterable<Json>;
}

const endpoint = () => `${inject('url')}/graphql`;

interface CodedError {
  readonly extensions?: { readonly code?: unknown } | undefined;
}

function codesOf(errors: readonly CodedError[] | undefined): string[] {
  return (errors ?? []).map(({ extensions }) => String(extensions?.code));
}

/** Plain fetch, the reference for the other clients. */
export function plainFetch(): GraphqlClient {
  return {
    name: 'fetch',
    async ask(query, variables = {}) {
      const response = await fetch(endpoint(), {
        method: 'POST',
        headers: { ...authorized(), 'content-type': 'application/json' },
        body: JSON.stringify({ query, variables }),
      });
      const { data, errors }: Json = await response.json();
      return { data, codes: codesOf(errors) };
    },
  };
}

export function graphqlRequest(): GraphqlClient {
  const client = new GraphQLClient(endpoint(), { headers: authorized() });
  return {
    name: 'graphql-request',
    async ask(document, variables = {}) {
      try {
        return { data: await client.request(document, variables), codes: [] };
      } catch (error) {
        if (!(error instanceof ClientError)) throw error;
        return { data: error.response.data, codes: codesOf(error.response.errors) };
      }
    },
  };
}

export function urql(): GraphqlClient {
  return urqlClient('@urql/core', [cacheExchange, fetchExchange]);
}

/** Sends hashes over GET, and documents only on request; without a cache, so that each query is a request. */
export function urqlPersisted(recorder: RequestRecorder): GraphqlClient {
  const persisted = persistedExchange({ preferGetForPersistedQueries: 'force' });
  const { watch: _once, ...client } = urqlClient(
    '@urql/exchange-persisted',
    [persisted, fetchExchange],
    recorder.fetch,
  );
  return client;
}

function urqlClient(name: string, exchanges: Exchange[], fetcher: typeof fetch = fetch): GraphqlClient {
  const client = new Client({
    url: endpoint(),
    exchanges,
    fetch: fetcher,
    fetchOptions: { headers: authorized() },
    fetchSubscriptions: true,
    preferGetMethod: false,
  });
  return {
    name,
    async ask(document, variables = {}) {
      const isMutation = document.trimStart().startsWith('mutation');
      const given: AnyVariables = variables;
      const { data, error } = await (isMutation
        ? client.mutation(document, given).toPromise()
        : client.query(document, given).toPromise());
      if (error?.networkError) throw error.networkError;
      return { data: withoutTypenames(data), codes: codesOf(error?.graphQLErrors) };
    },
    watch: (document, variables) =>
      collect((push, end) => {
        client.subscription(document, variables).subscribe(({ data, error, hasNext }) => {
          if (error || data) push(error ? { error: error.message } : withoutTypenames(data));
          if (!hasNext) end();
        });
      }),
  };
}

/** Records each request: its method, and whether it contains the document. */
export class RequestRecorder {
  readonly requests: string[] = [];
  readonly fetch: typeof fetch = (input, init) => {
    const query = new URL(String(input)).searchParams.get('query') ?? JSON.parse(String(init?.body ?? '{}')).query;
    this.requests.push(`${init?.method ?? 'GET'} ${query ? 'with' : 'without'} the document`);
    return fetch(input, init);
  };
}

function sseOptions(): ClientOptions {
  return { url: endpoint(), headers: authorized(), retryAttempts: 0 };
}

export function graphqlSse(): GraphqlClient {
  const client = createClient(sseOptions());
  return {
    name: 'graphql-sse',
    async ask(query, variables = {}) {
      let answer: Answer = { data: undefined, codes: [] };
      for await (const { data, errors } of client.iterate({ query, variables }))
        answer = { data, codes: codesOf(errors) };
      return answer;
    },
    async *watch(query, variables) {
      for await (const { data, errors } of client.iterate({ query, variables }))
        yield errors ? { error: errors[0]?.message } : data;
    },
  };
}

/** Connected as in the documentation of Apollo and graphql-sse. */
function sseLink(): ApolloLink {
  const client = createClient(sseOptions());
  return new ApolloLink(
    (operation) =>
      new Observable((sink) =>
        client.subscribe(
          {
            query: print(operation.query),
            variables: operation.variables,
            ...(operation.operationName ? { operationName: operation.operationName } : {}),
          },
          {
            next: (result) => sink.next(result as ApolloLink.Result),
            complete: () => sink.complete(),
            error: (error) => sink.error(error),
          },
        ),
      ),
  );
}

export function apollo(): GraphqlClient {
  return apolloClient('@apollo/client', new HttpLink({ uri: endpoint(), headers: authorized() }));
}

/** Like `urqlPersisted`. */
export function apolloPersisted(recorder: RequestRecorder): GraphqlClient {
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
  const persisted = new PersistedQueryLink({ sha256, useGETForHashedQueries: true });
  const link = new HttpLink({ uri: endpoint(), headers: authorized(), fetch: recorder.fetch });
  const { watch: _once, ...client } = apolloClient(
    '@apollo/client persisted-queries',
    persisted.concat(link),
    'network-only',
  );
  return client;
}

function apolloClient(
  name: string,
  http: ApolloLink,
  fetchPolicy: 'cache-first' | 'network-only' = 'cache-first',
): GraphqlClient {
  const client = new ApolloClient({
    cache: new InMemoryCache(),
    link: ApolloLink.split(({ operationType }) => operationType === 'subscription', sseLink(), http),
  });
  return {
    name,
    async ask(document, variables = {}) {
      const parsed = gql(document);
      const isMutation = document.trimStart().startsWith('mutation');
      const { data, error } = await (isMutation
        ? client.mutate({ mutation: parsed, variables, errorPolicy: 'all' })
        : client.query({ query: parsed, variables, errorPolicy: 'all', fetchPolicy }));
      if (error && !CombinedGraphQLErrors.is(error)) throw error;
      return { data: withoutTypenames(data), codes: codesOf(error?.errors) };
    },
    watch: (document, variables) =>
      collect((push, end) => {
        client.subscribe({ query: gql(document), variables }).subscribe({
          next: ({ data, error }) => push(error ? { error: error.message } : withoutTypenames(data)),
          error: (error: Error) => end({ error: error.message }),
          complete: () => end(),
        });
      }),
  };
}

/** Yields pushed events until the end. */
async function* collect(begin: (push: (event: Json) => void, end: (last?: Json) => void) => void) {
  const events: Json[] = [];
  let isOver = false;
  let wake = () => {};
  const push = (event: Json) => {
    events.push(event);
    wake();
  };
  const end = (last?: Json) => {
    isOver = true;
    if (last) events.push(last);
    wake();
  };
  begin(push, end);
  for (;;) {
    // More events, and the end, may come while one is used.
    while (events.length > 0) yield events.shift();
    if (isOver) return;
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
  }
}

/** Caching clients request the type of every object. */
function withoutTypenames(value: Json): Json {
  return value && JSON.parse(JSON.stringify(value, (key, member) => (key === '__typename' ? undefined : member)));
}
