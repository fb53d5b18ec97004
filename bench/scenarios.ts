import { addQuery, changeQuery, editorQuery, type Keys, shelfQuery } from './data.ts';
import type { Rows } from './rows.ts';

export interface Scenario {
  name: string;
  about: string;
  /** The roles of the contestants besides Fabula. */
  against: readonly ('floor' | 'graphql' | 'mcp')[];
  method: 'GET' | 'POST' | 'PATCH';
  /** Request n takes path n and body n, each modulo their number. */
  paths: string[];
  bodies?: string[];
  status?: number;
  /** The same write as a GraphQL document, for peers. */
  mutation?: string;
  headers?: Record<string, string>;
  /** Books in which the scenario creates characters. Defined for every scenario that writes. */
  writesInto?: string[];
  /** Default: `author`. */
  account?: keyof Keys;
}

const writtenCharacter = {
  name: 'A New Face',
  aliases: ['Newcomer'],
  role: 'mentor',
  bio: 'Came with the ferry.',
  want: 'To stay.',
};
/** Number of different bodies. There are more than characters, so that each request changes something. */
const changes = 64;

export function scenariosOf({ big, cast, chapters, roomy }: Rows): Scenario[] {
  const book = `/v1/books/${big.id}`;
  const graphql: Pick<Scenario, 'against' | 'method' | 'paths'> = {
    against: ['floor', 'graphql'],
    method: 'POST',
    paths: ['/graphql'],
  };
  return [
    {
      name: 'list',
      about: 'REST list of 50 characters',
      against: ['floor'],
      method: 'GET',
      paths: [`${book}/characters`],
    },
    { name: 'plan', about: 'REST plan', against: ['floor'], method: 'GET', paths: [`${book}/plan`] },
    {
      name: 'patch',
      about: 'REST change of one field of a character; of peers a mutation',
      against: ['floor', 'graphql'],
      mutation: changeQuery,
      method: 'PATCH',
      writesInto: [],
      paths: cast.map(({ id }) => `${book}/characters/${id}`),
      bodies: Array.from({ length: changes }, (_, at) => JSON.stringify({ want: `To go home before dawn ${at}.` })),
    },
    {
      name: 'post',
      about: 'REST new character; of peers a mutation',
      against: ['floor', 'graphql'],
      mutation: addQuery,
      method: 'POST',
      paths: roomy.map(({ id }) => `/v1/books/${id}/characters`),
      bodies: [JSON.stringify(writtenCharacter)],
      status: 201,
      writesInto: roomy.map(({ id }) => id),
    },
    {
      ...graphql,
      name: 'editor',
      about: 'GraphQL screen: book, 24 chapters, 50 characters, 60 conflicts with both ends, plan',
      bodies: [JSON.stringify({ query: editorQuery, variables: { bookId: big.id } })],
    },
    {
      ...graphql,
      name: 'shelf',
      about: 'GraphQL 50 books × 3 characters',
      bodies: [JSON.stringify({ query: shelfQuery })],
      account: 'shelf',
    },
    toolCall('mcp', 'MCP list_characters of 50', 'list_characters', { bookId: big.id, detail: 'full' }),
    toolCall('mcp-text', 'MCP read_chapter, prose alone', 'read_chapter', {
      bookId: big.id,
      chapterId: chapters[0]?.id,
    }),
  ];
}

function toolCall(name: string, about: string, tool: string, args: object): Scenario {
  const params = { name: tool, arguments: args };
  return {
    name,
    about,
    against: ['mcp'],
    method: 'POST',
    paths: ['/mcp'],
    bodies: [JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })],
    headers: { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' },
  };
}
