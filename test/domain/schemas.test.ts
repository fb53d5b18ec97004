import { buildSchema, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { answerOf } from '../../src/adapters/faces.ts';
import { openapi } from '../../src/adapters/openapi.ts';
import {
  answerFor,
  answerSchema,
  argumentsOf,
  envelopeSchema,
  inputSchema,
  toolInputSchema,
  toolInputShape,
  toolOutputSchema,
} from '../../src/adapters/schemas.ts';
import { type Prepared, prepare } from '../../src/graphql/execute.ts';
import type { Operation } from '../../src/operation.ts';

const schema = buildSchema(`
  scalar DateTime
  enum Tide { HIGH LOW }
  "A ship of the fleet."
  type Ship {
    id: ID!
    "What is painted on the bow."
    name: String!
    nickname: String
    masts: Int!
    draught: Float
    aliases: [String!]!
    tide: Tide
    launchedAt: DateTime
    version: Int!
    captain: Captain
    crew: [Captain!]!
  }
  "Who is in command."
  type Captain { id: ID! name: String! }
  type Page { endCursor: String }
  type Ships { nodes: [Ship!]! pageInfo: Page! }
  input ShipPatch { name: String nickname: String }
  type Query {
    "One ship."
    ship("Which ship." id: ID!): Ship
    ships(first: Int, after: String): Ships!
  }
  type Mutation {
    "Changes a ship; its crew stays."
    updateShip("Which ship." shipId: ID!, "What to change." patch: ShipPatch!, expectedVersion: Int): Ship!
    makeShip(patch: ShipPatch!): Ship!
  }
`);

const patch = z
  .strictObject({ name: z.string().trim().min(1).max(9).describe('A name.'), nickname: z.string().max(9).nullable() })
  .partial();
const updateShip = `mutation UpdateShip($shipId: ID!, $patch: ShipPatch!, $expectedVersion: Int) {
  updateShip(shipId: $shipId, patch: $patch, expectedVersion: $expectedVersion) { id name nickname version }
}`;
const getShip = `query GetShip($shipId: ID!, $full: Boolean!) {
  ship(id: $shipId) { id name masts @include(if: $full) draught @skip(if: $full) version }
}`;
const listShips =
  'query ListShips($limit: Int) { ships(first: $limit) { nodes { id version } pageInfo { endCursor } } }';

function prepared(document: string, faces: Omit<Operation, 'document' | 'answer' | 'statements'> = {}): Prepared {
  return prepare(schema, { document: parse(document), answer: '', statements: 1, ...faces });
}

function shipMember(member: string) {
  const { properties, required } = answerSchema(answerOf(schema, parse(`{ ship(id: 1) { ${member} } }`)));
  return { schemas: Object.values(properties ?? {}), required };
}

describe('the schema of an answer', () => {
  it.each([
    ['a required string', 'name', { type: 'string', description: 'What is painted on the bow.' }],
    ['a string that may be null', 'nickname', { type: ['string', 'null'] }],
    ['an id', 'id', { type: 'string' }],
    ['an integer', 'masts', { type: 'integer' }],
    ['a number that may be null', 'draught', { type: ['number', 'null'] }],
    ['a moment that may be null', 'launchedAt', { type: ['string', 'null'], format: 'date-time' }],
    ['an enum that may be null', 'tide', { type: ['string', 'null'], enum: ['HIGH', 'LOW', null] }],
    ['a list', 'aliases', { type: 'array', items: { type: 'string' } }],
  ])('describes %s', (_what, member, expected) => {
    expect(shipMember(member)).toEqual({ schemas: [expected], required: [member] });
  });

  it('nests records, with the description of their type where the member has none', () => {
    const captain = { properties: { id: { type: 'string' } }, required: ['id'], additionalProperties: false };
    const described = { ...captain, description: 'Who is in command.' };
    expect(shipMember('captain { id }').schemas).toEqual([{ ...described, type: ['object', 'null'] }]);
    expect(shipMember('crew { id }').schemas).toEqual([{ type: 'array', items: { ...described, type: 'object' } }]);
  });

  it('does not require a member that was selected under a condition', () => {
    const { required } = answerSchema(answerFor(schema, prepared(getShip), 'rest'));
    expect(required).toEqual(['id', 'name', 'version']);
  });

  it('settles conditions that no caller of a face can influence', () => {
    const options = z.strictObject({ full: z.boolean().optional() });
    const variables = ({ full = true, ...rest }: Record<string, unknown>) => ({ ...rest, full });
    const operation = prepared(getShip, { variables, tool: { name: 'get_ship', description: '', options } });
    expect(answerSchema(answerFor(schema, operation, 'rest')).required).toEqual(['id', 'name', 'masts', 'version']);
    expect(answerSchema(answerFor(schema, operation, 'tool')).required).toEqual(['id', 'name', 'version']);
  });

  it('merges a member that is selected twice', () => {
    const { schemas, required } = shipMember('captain @include(if: true) { id } captain { name }');
    expect(schemas).toMatchObject([{ properties: { id: {}, name: {} }, required: ['id', 'name'] }]);
    expect(required).toEqual(['captain']);
  });

  it('leaves out what a face hides, and only there', () => {
    const operation = prepared(getShip, { hidden: { rest: ['version'] } });
    const answer = answerFor(schema, operation, 'rest');
    const data = { description: 'A ship of the fleet.', type: 'object' };
    expect(envelopeSchema(operation, answer, 'rest')).toMatchObject({
      properties: { data: { ...data, required: ['id', 'name'] } },
      required: ['data'],
    });
    expect(toolOutputSchema(operation, answer)).toMatchObject({
      properties: { data: { ...data, required: ['id', 'name', 'version'] } },
    });
  });

  it('puts a cursor beside the records of a page', () => {
    const operation = prepared(listShips);
    expect(envelopeSchema(operation, answerFor(schema, operation, 'rest'), 'rest')).toMatchObject({
      properties: {
        data: { type: 'array', items: { required: ['id', 'version'] } },
        next_cursor: { type: ['string', 'null'] },
      },
      required: ['data', 'next_cursor'],
    });
  });

  it('is none for a tool that answers prose', () => {
    const operation = prepared(getShip, { tool: { name: 'read_ship', description: '', textOf: () => '' } });
    expect(toolOutputSchema(operation, answerFor(schema, operation, 'tool'))).toBeUndefined();
  });
});

describe('the schema of an input', () => {
  it('is what may be sent, not what becomes of it, without marks of zod', () => {
    const source = z.strictObject({ title: z.string(), url: z.url().nullable() }).meta({ title: 'Source' });
    const shape = z.strictObject({
      count: z.int().min(1),
      words: z
        .string()
        .nullable()
        .transform((text) => text?.length)
        .optional(),
      tide: z.enum(['high', 'low']).nullable().default('low').describe('Of the sea.'),
      sources: z.array(source).nullable().optional(),
      until: z.date().optional(),
    });
    expect(inputSchema(shape)).toEqual({
      type: 'object',
      properties: {
        count: { type: 'integer', minimum: 1 },
        words: { type: ['string', 'null'] },
        tide: { type: ['string', 'null'], enum: ['high', 'low', null], default: 'low', description: 'Of the sea.' },
        sources: {
          type: ['array', 'null'],
          items: {
            type: 'object',
            properties: { title: { type: 'string' }, url: { type: ['string', 'null'], format: 'uri' } },
            required: ['title', 'url'],
            additionalProperties: false,
          },
        },
        until: {},
      },
      required: ['count'],
      additionalProperties: false,
    });
  });
});

describe('the arguments of a tool', () => {
  const tool = { name: 'update_ship', description: '', options: z.strictObject({ loud: z.boolean().optional() }) };
  const rest = 'PATCH /v1/ships/{shipId}';
  const operation = prepared(updateShip, { rest, body: ['patch', patch], tool });

  it('are path, options, fields of the body and the version in one flat object', () => {
    const { properties, required } = toolInputSchema(operation, argumentsOf(schema, operation));
    expect(Object.keys(properties ?? {})).toEqual(['shipId', 'loud', 'name', 'nickname', 'expectedVersion']);
    expect(properties).toMatchObject({
      shipId: { type: 'string', description: 'Which ship.' },
      name: { type: 'string', minLength: 1, maxLength: 9, description: 'A name.' },
      expectedVersion: { type: 'integer', minimum: 1, description: expect.stringContaining('conflict') },
    });
    expect(required).toEqual(['shipId']);
  });

  it('are without those that agents do not get', () => {
    const narrow = prepared(updateShip, {
      rest,
      body: ['patch', patch],
      tool: { ...tool, without: ['loud', 'expectedVersion'] },
    });
    expect(Object.keys(toolInputSchema(narrow).properties ?? {})).toEqual(['shipId', 'name', 'nickname']);
  });

  it('are the ids of the document where there is no path', () => {
    expect(toolInputSchema(prepared(getShip, { tool })).required).toEqual(['shipId']);
  });

  it('refuse what is not among them, and what breaks a rule about the whole body', () => {
    const strict = patch.refine(({ name, nickname }) => name !== nickname, 'differ');
    const shape = toolInputShape(prepared(updateShip, { rest, body: ['patch', strict], tool }));
    const messages = (input: object) => shape.safeParse(input).error?.issues.map(({ message }) => message);
    expect(messages({ shipId: 'a', name: ' b ' })).toBeUndefined();
    expect(messages({ shipId: 'a', name: 'b', nickname: 'b' })).toEqual(['differ']);
    expect(messages({ shipId: 'a', name: 'c', color: 'b' })).toEqual(['Unrecognized key: "color"']);
  });
});

describe('the OpenAPI document', () => {
  const operations = [
    prepared(listShips, {
      rest: 'GET /v1/ships',
      options: z.strictObject({ limit: z.int().max(9).default(5).describe('Most.') }),
    }),
    prepared('query GetCrew($shipId: ID!) { ship(id: $shipId) { id name version crew { id } } }', {
      rest: 'GET /v1/ships/{shipId}',
    }),
    prepared(updateShip, { rest: 'PATCH /v1/ships/{shipId}', body: ['patch', patch], hidden: { rest: ['version'] } }),
    prepared('mutation MakeShip($patch: ShipPatch!) { makeShip(patch: $patch) { id version } }', {
      rest: 'POST /v1/ships 201',
      body: ['patch', patch],
    }),
  ];
  const document = openapi(schema, operations, 'http://127.0.0.1:4000');
  const ships = document.paths['/v1/ships'];
  const ship = document.paths['/v1/ships/{shipId}'];

  it('has every route under its own name', () => {
    const named = Object.values(document.paths).flatMap((path) =>
      Object.values(path).map(({ operationId }) => operationId),
    );
    expect(named).toEqual(['listShips', 'makeShip', 'getCrew', 'updateShip', 'listRoutes']);
    expect(document.tags.map(({ name }) => name)).toEqual(['Ships', 'Routes']);
  });

  it('names distinct selections of a type apart', () => {
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining(['Ship', 'ShipInGetCrew', 'ShipInUpdateShip', 'ShipPatch', 'Captain', 'Error']),
    );
    expect(document.components.schemas.Ship).toMatchObject({ required: ['id', 'version'] });
  });

  it('lists the failures that can occur, with their codes', () => {
    expect(Object.keys(ship?.patch?.responses ?? {})).toEqual([
      '200',
      '400',
      '401',
      '404',
      '409',
      '413',
      '415',
      '429',
      'default',
    ]);
    expect(Object.keys(ships?.get?.responses ?? {})).toEqual(['200', '400', '401', '429', 'default']);
    expect(document.components.responses).toHaveProperty(
      ['Unauthorized', 'content', 'application/json', 'schema', 'properties', 'error', 'properties', 'code', 'enum'],
      ['unauthenticated', 'invalid_token'],
    );
  });

  it('offers conditional requests where an answer has a version', () => {
    const parameters = (name: string) => expect.arrayContaining([{ $ref: `#/components/parameters/${name}` }]);
    expect(ship?.patch?.parameters).toEqual(parameters('IfMatch'));
    expect(ship?.get?.parameters).toEqual(parameters('IfNoneMatch'));
    expect(ship?.get?.responses).toHaveProperty('304');
    expect(ship?.patch?.responses).toHaveProperty(['200', 'headers', 'etag']);
    expect(ships?.get?.responses).not.toHaveProperty(['200', 'headers', 'etag']);
  });

  it('asks for a body where one is needed', () => {
    expect(ship?.patch?.requestBody).toMatchObject({
      required: true,
      description: 'What to change. Sent back as they were read, these are passed over: `id`, `version`.',
    });
    expect(ships?.post?.requestBody).toMatchObject({ required: false });
    expect(ships?.post?.responses).toHaveProperty('201');
  });

  it('has query parameters with their limits', () => {
    expect(ships?.get?.parameters).toEqual([
      {
        name: 'limit',
        in: 'query',
        required: false,
        description: 'Most.',
        schema: expect.objectContaining({ type: 'integer', maximum: 9, default: 5 }),
      },
    ]);
  });

  it('refers to nothing that it does not have', () => {
    for (const [, kind = '', name = ''] of JSON.stringify(document).matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)) {
      expect(document.components).toHaveProperty([kind, name]);
    }
  });
});
