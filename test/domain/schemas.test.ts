import { buildSchema, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { answerFor, answerSchema, envelopeSchema } from '../../src/faces/answer-schema.ts';
import { argumentDescriptions } from '../../src/faces/arguments.ts';
import { answerOf } from '../../src/faces/faces.ts';
import { toolInputSchema, toolInputShape, toolOutputSchema } from '../../src/faces/mcp/tool-schema.ts';
import { openapi } from '../../src/faces/openapi/document.ts';
import { inputSchema } from '../../src/faces/schemas.ts';
import { type PreparedOperation, prepareOperation } from '../../src/graphql/execute.ts';
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

function prepared(
  document: string,
  faces: Omit<Operation, 'document' | 'answer' | 'statements'> = {},
): PreparedOperation {
  return prepareOperation(schema, { document: parse(document), answer: '', statements: 1, ...faces });
}

function shipMember(member: string) {
  const { properties, required } = answerSchema(answerOf(schema, parse(`{ ship(id: 1) { ${member} } }`)));
  return { schemas: Object.values(properties ?? {}), required };
}

describe('the JSON Schema of an answer', () => {
  it.each([
    ['a required string', 'name', { type: 'string', description: 'What is painted on the bow.' }],
    ['a nullable string', 'nickname', { type: ['string', 'null'] }],
    ['an id', 'id', { type: 'string' }],
    ['an integer', 'masts', { type: 'integer' }],
    ['a nullable number', 'draught', { type: ['number', 'null'] }],
    ['a nullable time', 'launchedAt', { type: ['string', 'null'], format: 'date-time' }],
    ['a nullable enum', 'tide', { type: ['string', 'null'], enum: ['HIGH', 'LOW', null] }],
    ['a list', 'aliases', { type: 'array', items: { type: 'string' } }],
  ])('describes %s', (_what, member, expected) => {
    expect(shipMember(member)).toEqual({ schemas: [expected], required: [member] });
  });

  it('nests records, and describes a member by its type if it has no description', () => {
    const captain = { properties: { id: { type: 'string' } }, required: ['id'], additionalProperties: false };
    const described = { ...captain, description: 'Who is in command.' };
    expect(shipMember('captain { id }').schemas).toEqual([{ ...described, type: ['object', 'null'] }]);
    expect(shipMember('crew { id }').schemas).toEqual([{ type: 'array', items: { ...described, type: 'object' } }]);
  });

  it('does not require a conditional member', () => {
    const { required } = answerSchema(answerFor(schema, prepared(getShip), 'rest'));
    expect(required).toEqual(['id', 'name', 'version']);
  });

  it('resolves conditions with constant variables of a face', () => {
    const options = z.strictObject({ full: z.boolean().optional() });
    const variables = ({ full = true, ...rest }: Record<string, unknown>) => ({ ...rest, full });
    const operation = prepared(getShip, {
      variables,
      tool: { name: 'get_ship', feature: 'books' as const, description: '', options },
    });
    expect(answerSchema(answerFor(schema, operation, 'rest')).required).toEqual(['id', 'name', 'masts', 'version']);
    expect(answerSchema(answerFor(schema, operation, 'tool')).required).toEqual(['id', 'name', 'version']);
  });

  it('merges a member that is selected twice', () => {
    const { schemas, required } = shipMember('captain @include(if: true) { id } captain { name }');
    expect(schemas).toMatchObject([{ properties: { id: {}, name: {} }, required: ['id', 'name'] }]);
    expect(required).toEqual(['captain']);
  });

  it('omits hidden members on that face only', () => {
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

  it('has the cursor beside the records of a page', () => {
    const operation = prepared(listShips);
    expect(envelopeSchema(operation, answerFor(schema, operation, 'rest'), 'rest')).toMatchObject({
      properties: {
        data: { type: 'array', items: { required: ['id', 'version'] } },
        next_cursor: { type: ['string', 'null'] },
      },
      required: ['data', 'next_cursor'],
    });
  });

  it('is undefined for a tool that returns prose', () => {
    const operation = prepared(getShip, {
      tool: { name: 'read_ship', feature: 'books' as const, description: '', textOf: () => '' },
    });
    expect(toolOutputSchema(operation, answerFor(schema, operation, 'tool'))).toBeUndefined();
  });
});

describe('the JSON Schema of an input', () => {
  it('describes the input before transforms, without zod metadata', () => {
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

describe('arguments of a tool', () => {
  const tool = {
    name: 'update_ship',
    feature: 'books' as const,
    description: '',
    options: z.strictObject({ loud: z.boolean().optional() }),
  };
  const rest = 'PATCH /v1/ships/{shipId}';
  const operation = prepared(updateShip, { rest, body: ['patch', patch], tool });

  it('are path, options, body fields and version in one flat object', () => {
    const { properties, required } = toolInputSchema(operation, argumentDescriptions(schema, operation));
    expect(Object.keys(properties ?? {})).toEqual(['shipId', 'loud', 'name', 'nickname', 'expectedVersion']);
    expect(properties).toMatchObject({
      shipId: { type: 'string', description: 'Which ship.' },
      name: { type: 'string', minLength: 1, maxLength: 9, description: 'A name.' },
      expectedVersion: { type: 'integer', minimum: 1, description: expect.stringContaining('conflict') },
    });
    expect(required).toEqual(['shipId']);
  });

  it('omit fields that agents may not use', () => {
    const narrow = prepared(updateShip, {
      rest,
      body: ['patch', patch],
      tool: { ...tool, without: ['loud', 'expectedVersion'] },
    });
    expect(Object.keys(toolInputSchema(narrow).properties ?? {})).toEqual(['shipId', 'name', 'nickname']);
  });

  it('are the ids of the document if it has no path', () => {
    expect(toolInputSchema(prepared(getShip, { tool })).required).toEqual(['shipId']);
  });

  it('reject unknown arguments, and input that breaks a rule of the whole body', () => {
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

  it('has every route with its own operation id', () => {
    const named = Object.values(document.paths).flatMap((path) =>
      Object.values(path).map(({ operationId }) => operationId),
    );
    expect(named).toEqual(['listShips', 'makeShip', 'getCrew', 'updateShip', 'listRoutes']);
    expect(document.tags.map(({ name }) => name)).toEqual(['Ships', 'Routes']);
  });

  it('gives distinct selections of a type distinct names', () => {
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining(['Ship', 'ShipInGetCrew', 'ShipInUpdateShip', 'ShipPatch', 'Captain', 'Error']),
    );
    expect(document.components.schemas.Ship).toMatchObject({ required: ['id', 'version'] });
  });

  it('lists possible errors with their codes', () => {
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

  it('offers conditional requests if an answer has a version', () => {
    const parameters = (name: string) => expect.arrayContaining([{ $ref: `#/components/parameters/${name}` }]);
    expect(ship?.patch?.parameters).toEqual(parameters('IfMatch'));
    expect(ship?.get?.parameters).toEqual(parameters('IfNoneMatch'));
    expect(ship?.get?.responses).toHaveProperty('304');
    expect(ship?.patch?.responses).toHaveProperty(['200', 'headers', 'etag']);
    expect(ships?.get?.responses).not.toHaveProperty(['200', 'headers', 'etag']);
  });

  it('requires a body only if one is necessary', () => {
    expect(ship?.patch?.requestBody).toMatchObject({
      required: true,
      description: 'What to change. Read-only members may be sent back and are ignored: `id`, `version`.',
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

  it('has no unresolved references', () => {
    for (const [, kind = '', name = ''] of JSON.stringify(document).matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)) {
      expect(document.components).toHaveProperty([kind, name]);
    }
  });
});
