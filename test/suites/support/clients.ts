import { ApolloClient, ApolloLink, gql, HttpLink, InMemoryCache, Observable } from '@apollo/client';
import { CombinedGraphQLErrors } from '@apollo/client/errors';
import { type AnyVariables, Client, cacheExchange, fetchExchange } from '@urql/core';
import { print } from 'graphql';
import { ClientError, GraphQLClient } from 'graphql-request';
import { type ClientOptions, createClient } from 'graphql-sse';
import { inject } from 'vitest';
import { authorized, type Json } from './rest.ts';

export type Variables = Record<string, unknown>;

/** The errors of an answer by their code, and the data beside them. */
export interface Answer {
  data: Json;
  codes: string[];
}

/** One of the clients that authors of front ends use. */
export interface GraphqlClient {
  name: string;
  /** A query or a mutation. */
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

/** Nothing but fetch: what the others are compared with. */
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
  const client = new Client({
    url: endpoint(),
    exchanges: [cacheExchange, fetchExchange],
    fetchOptions: { headers: authorized() },
    fetchSubscriptions: true,
    preferGetMethod: false,
  });
  return {
    name: '@urql/core',
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

/** As Apollo's and graphql-sse's documentation put the two together. */
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
  const client = new ApolloClient({
    cache: new InMemoryCache(),
    link: ApolloLink.split(
      ({ operationType }) => operationType === 'subscription',
      sseLink(),
      new HttpLink({ uri: endpoint(), headers: authorized() }),
    ),
  });
  return {
    name: '@apollo/client',
    async ask(document, variables = {}) {
      const parsed = gql(document);
      const isMutation = document.trimStart().startsWith('mutation');
      const { data, error } = await (isMutation
        ? client.mutate({ mutation: parsed, variables, errorPolicy: 'all' })
        : client.query({ query: parsed, variables, errorPolicy: 'all' }));
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

/** What is pushed, as it comes, until the end. */
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
    yield* events.splice(0);
    if (isOver) return;
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
  }
}

/** Clients with a cache ask for the type of every object. */
function withoutTypenames(value: Json): Json {
  return value && JSON.parse(JSON.stringify(value, (key, member) => (key === '__typename' ? undefined : member)));
}
