import type { ObjectFieldBuilder } from '@pothos/core';
import { parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import type { newCharacter } from '../../src/domain/story/character/rules.ts';
import type { CharacterRow } from '../../src/domain/story/character/store.ts';
import type { ShownOf } from '../../src/domain/story/roster/store.ts';
import type { builder } from '../../src/graphql/builder.ts';
import { requestedFieldsOf } from '../../src/graphql/requested-fields.ts';
import { computedFrom } from '../../src/graphql/rows.ts';
import { schema } from '../../src/schema.ts';

type ShownCharacter = ShownOf<typeof newCharacter>;
type Fields = ObjectFieldBuilder<typeof builder.$inferSchemaTypes, CharacterRow>;
const description = 'A field of this test. No schema has it.';

const membersRead = (type: string, fields: string) => {
  const document = parse(`query ($id: ID!) { node(id: $id) { ... on ${type} { ${fields} } } }`);
  return [...(requestedFieldsOf(schema, document).get(type) ?? [])].toSorted();
};

// `npm run check` compiles this file and fails if an expected error is missing.
describe('types of rows with selected columns', () => {
  it('reject a computed field that reads an undeclared member', () => {
    const fields = [
      // @ts-expect-error `name` is not declared.
      (t: Fields) => t.string({ description, resolve: ({ name }) => name }),
      // @ts-expect-error `role` is not declared.
      (t: Fields) => computedFrom(t, 'name').string({ description, resolve: ({ name, role }) => name + role }),
      // @ts-expect-error A character has no such member.
      (t: Fields) => computedFrom(t, 'alias').string({ description, resolve: () => '' }),
    ];
    expect(fields).toHaveLength(3);
  });

  it('accept a computed field that reads declared or always selected members', () => {
    const fields = [
      (t: Fields) => t.string({ description, resolve: ({ id, bookId }) => id + bookId }),
      (t: Fields) => computedFrom(t, 'name', 'role').string({ description, resolve: ({ name, role }) => name + role }),
    ];
    expect(fields).toHaveLength(2);
  });

  it('are distinct from full rows and cannot be constructed by hand', () => {
    const nameOf = (row: ShownCharacter) =>
      // @ts-expect-error The list may have no name.
      row.name;
    // @ts-expect-error No column list read this.
    const made: ShownCharacter = { id: 'chr_1', bookId: 'bk_1' };
    expect(nameOf(made)).toBeUndefined();
  });

  it.each([
    ['Chapter', 'readingTimeSec', ['readingTimeSec', 'wordCount']],
    ['Chapter', 'title', ['title']],
    ['Conflict', 'from { id }', ['from', 'fromCharacterId']],
    ['Book', 'statistics { days { words } }', ['language', 'statistics', 'targetWords', 'wordCount']],
  ])('make %s.%s select the members that the field declares', (type, fields, members) => {
    expect(membersRead(type, fields)).toEqual(members);
  });
});
