import { parse } from 'graphql';
import type { z } from 'zod';
import type { Feature, Operation } from '../../../operation.ts';
import { patchOf } from '../../shapes.ts';
import { capital, namesOf } from './names.ts';
import { insertsAtOnceMax, type RosterDeclaration } from './store.ts';

/** Options of a roster's operations that its record does not determine. */
interface RosterFaces {
  feature: Feature;
  /** A valid new record, and a valid change, for documentation and tests. */
  example: object;
  change: object;
  /** Shape of a patch. Default: all members, each optional. */
  patch?: z.ZodObject;
  /** Descriptions of its tools. */
  tools: { list: string; make: string; update: string; remove: string };
}

/** The operations of a roster: list, make, change and remove. REST has the version in the ETag alone. */
export function rosterOperations(
  record: RosterDeclaration<z.ZodObject>,
  { feature, example, change, patch, tools }: RosterFaces,
): Operation[] {
  const { type, export: exported } = record;
  const { id, many, one, make, remove } = namesOf(record);
  const [path, hidden] = [`/v1/books/{bookId}/${many.replaceAll(' ', '-')}`, { rest: ['version'] }];
  const fields = ['id', ...Object.keys(exported.shape.shape), 'version'].join(' ');
  const tool = (verb: string, noun: string, description: string): NonNullable<Operation['tool']> => ({
    name: `${verb}_${noun.replaceAll(' ', '_')}`,
    feature,
    description,
  });
  return [
    {
      document: parse(
        `query List${capital(exported.member)}($bookId: ID!) { ${exported.member}(bookId: $bookId) { ${fields} } }`,
      ),
      answer: exported.member,
      statements: 1,
      rest: `GET ${path}`,
      hidden,
      tool: tool('list', many, tools.list),
    },
    {
      document: parse(`mutation ${capital(make)}${type}($bookId: ID!, $input: New${type}!) {
        ${make}${type}(bookId: $bookId, input: $input) { ${fields} }
      }`),
      answer: `${make}${type}`,
      statements: exported.max > insertsAtOnceMax ? 1 : 2,
      body: ['input', exported.shape],
      example,
      rest: `POST ${path} 201`,
      hidden,
      tool: tool(make, one, tools.make),
    },
    {
      document: parse(`mutation Update${type}($bookId: ID!, $${id}: ID!, $patch: ${type}Patch!, $expectedVersion: Int) {
        update${type}(bookId: $bookId, ${id}: $${id}, patch: $patch, expectedVersion: $expectedVersion) { ${fields} }
      }`),
      answer: `update${type}`,
      statements: 1,
      body: ['patch', patch ?? patchOf(exported.shape)],
      example: change,
      rest: `PATCH ${path}/{${id}}`,
      hidden,
      tool: tool('update', one, tools.update),
    },
    {
      document: parse(`mutation ${capital(remove)}${type}($bookId: ID!, $${id}: ID!, $expectedVersion: Int) {
        ${remove}${type}(bookId: $bookId, ${id}: $${id}, expectedVersion: $expectedVersion) { ok }
      }`),
      answer: `${remove}${type}`,
      statements: 1,
      rest: `DELETE ${path}/{${id}}`,
      tool: { ...tool(remove, one, tools.remove), without: ['expectedVersion'] },
    },
  ];
}
