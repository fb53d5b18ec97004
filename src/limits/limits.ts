import { documentCostMax } from '../environment.ts';

/**
 * Limits of requests and answers, in one place. docs/limits.md is made from this table and from the variables. Limits of a
 * record's members are in its rules.
 */
export const limits = {
  /** Parsing 200,000 takes 30 ms, and our largest requests have a few thousand. */
  bodyValues: 200_000,
  bodyBytes: 4 * 1024 * 1024,
  /** Our requests have fewer than ten levels, and recursion over a deep value overflows the stack. */
  bodyLevels: 64,
  /** Our records have fewer than a hundred, and every layer iterates over them. */
  objectFields: 1000,
  headersSeconds: 10,
  requestSeconds: 30,
  /** Without the waiting that the caller requested. */
  operationSeconds: 10,
  /** Messages of an MCP batch. */
  batchMessages: 100,
  /** Documents of callers; ours are exempt. Depth does not count introspection, whose standard query is 15 deep. */
  document: {
    queryBytesMax: 32 * 1024,
    tokensMax: 1000,
    depthMax: 10,
    aliasesMax: 30,
    rootFieldsMax: 20,
    costMax: documentCostMax,
  },
  nodes: 100,
  /** What one client may hold: an address, or the account of a valid key. */
  client: {
    /** Connections without a valid key. */
    addressConnections: 256,
    /** The same with those whose first request may still bring a key. */
    openingConnections: 1_024,
    accountConnections: 2_048,
    waitingBytes: 64 * 1024 * 1024,
    exportsAtOnce: 4,
  },
  /** Time that bytes may wait for a client that takes none of them. */
  unreadSeconds: 30,
} as const;

const number = (value: number) => value.toLocaleString('en');
const mb = (bytes: number) => `${bytes / 1024 ** 2} MB`;

/** Rows of docs/limits.md: limit, value. */
export const sizeRows: readonly (readonly [limit: string, value: string])[] = [
  [
    'values in a JSON body: objects, lists, texts, numbers',
    `${number(limits.bodyValues)}, then \`invalid_request\` without being parsed. A document that is imported as the body itself has [its own limits](import-export.md#the-json-document) (*ours*)`,
  ],
  [
    'body',
    `${mb(limits.bodyBytes)}; over REST 20 MB for an [import](import-export.md#import) and 11 MB for a [cover](covers.md#pictures-of-the-authors-own)`,
  ],
  ['nested lists and objects in a body', number(limits.bodyLevels)],
  ['fields of one object in a body', number(limits.objectFields)],
  ['address and headers', '16 KB; more is 431 `headers_too_large`'],
  ['arrival of a request', `${limits.headersSeconds} s for the headers, ${limits.requestSeconds} s in all`],
  [
    'time of an operation, without requested waiting',
    `${limits.operationSeconds} s, then \`unavailable\`; 120 s for an import, 60 s for an export`,
  ],
  ['`waitSeconds`', '45; over GraphQL 330 for outlines, grades and [covers](covers.md)'],
  ['page over REST and MCP', '1–100, default 50; 20 for a search'],
  ['page over GraphQL', '1–100, default 20'],
  ['messages in an MCP batch', `${limits.batchMessages}; each counts as a request`],
  ['GraphQL document: size', `${limits.document.queryBytesMax / 1024} KB`],
  ['GraphQL document: lexical tokens', number(limits.document.tokensMax)],
  ['GraphQL document: depth', number(limits.document.depthMax)],
  ['GraphQL document: aliases', number(limits.document.aliasesMax)],
  ['GraphQL document: root fields', number(limits.document.rootFieldsMax)],
  ['GraphQL document: cost; a page multiplies the cost of its records by its length', number(limits.document.costMax)],
  [
    'ids in one list',
    `500; ${limits.nodes} in \`nodes\` and \`bookIds\`; in the new order of chapters all chapters of the book, at most 1000`,
  ],
  ['GraphQL answer, and prose in any answer', '16 MB (`ANSWER_BYTES_MAX`); each alias of a text counts'],
];

/** Rows of docs/limits.md: rate, variable, where it is counted. Defaults are those of the variables. */
export const rateRows = [
  ['requests of a key', 'LIMIT_REQUESTS_PER_MINUTE', 'in each node'],
  ['requests of an account', 'LIMIT_ACCOUNT_REQUESTS_PER_MINUTE', 'in each node'],
  [
    "[cost](graphql.md#cost-and-limits) of an account's GraphQL documents",
    'LIMIT_GRAPHQL_COST_PER_MINUTE',
    'in each node',
  ],
  ['requests with unknown keys, from one address', 'LIMIT_AUTH_FAILURES_PER_MINUTE', 'in each node'],
  ['plan calls of a key', 'LIMIT_PLAN_PER_MINUTE', 'over all faces and nodes'],
  [
    'provider calls of an account: one for each run, and further calls of the text provider',
    'LIMIT_PROVIDER_PER_MINUTE',
    'over all nodes',
  ],
  ['runs of an account at the same time', 'LIMIT_PROVIDER_CONCURRENT', 'over all nodes'],
] as const;

/** Rows of docs/limits.md: limit of a client, value, what happens beyond it. */
export const clientRows: readonly (readonly [limit: string, value: string, beyond: string])[] = [
  ['time in which bytes wait and the client takes none', `${limits.unreadSeconds} s`, 'the connection is cut'],
  [
    'connections of an address without a valid key',
    number(limits.client.addressConnections),
    '503 `unavailable`, and the connection is closed; a valid key, `/healthz` and `/readyz` are still served',
  ],
  [
    'the same, with connections that have sent no request yet',
    number(limits.client.openingConnections),
    'the connection is closed at once',
  ],
  [
    'connections of an account',
    number(limits.client.accountConnections),
    '429 `rate_limited`, and the connection is closed',
  ],
  ['bytes of large answers (over 64 KB) that wait for a client', mb(limits.client.waitingBytes), '503 `unavailable`'],
  [
    'exports that one address downloads at the same time over REST',
    number(limits.client.exportsAtOnce),
    '429 `rate_limited`',
  ],
];
