import { editorQuery, type Keys, shelfQuery } from './data.ts';
import type { Rows } from './rows.ts';

export interface Scenario {
  name: string;
  about: string;
  /** Who takes part besides us. */
  against: readonly ('floor' | 'graphql' | 'mcp')[];
  method: 'GET' | 'POST' | 'PATCH';
  /** Paths and bodies take turns. */
  paths: string[];
  bodies?: string[];
  status?: number;
  headers?: Record<string, string>;
  /** Of one that writes: the books whose casts it adds to. */
  writesInto?: string[];
  /** Who asks. */
  asks?: keyof Keys;
}

const writtenCharacter = {
  name: 'A New Face',
  aliases: ['Newcomer'],
  role: 'mentor',
  bio: 'Came with the ferry.',
  want: 'To stay.',
};
/** Bodies of a change; more than there are characters, so that each request changes something. */
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
      about: 'REST change of one field of a character',
      against: ['floor'],
      method: 'PATCH',
      writesInto: [],
      paths: cast.map(({ id }) => `${book}/characters/${id}`),
      bodies: Array.from({ length: changes }, (_, at) => JSON.stringify({ want: `To go home before dawn ${at}.` })),
    },
    {
      name: 'post',
      about: 'REST new character',
      against: ['floor'],
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
      asks: 'shelf',
    },
    toolCall('mcp', 'MCP list_characters of 50', 'list_characters', { bookId: big.id }),
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
