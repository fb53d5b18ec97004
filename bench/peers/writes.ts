import type { GraphQLResolveInfo } from 'graphql';
import { newId } from '../../src/ids/id.ts';
import { fieldsOf } from './selection.ts';
import { character, query, type Row, selected } from './store.ts';

/** The mutations of the peers. Each is one statement on our tables, with their triggers. */

interface Statement {
  text: string;
  values: unknown[];
}

/** Members of an input. No other member reaches a statement. */
export const written = ['name', 'aliases', 'role', 'bio', 'voiceProfile', 'want', 'fear', 'lie', 'isPov'] as const;
const columnOf = (name: string) => (character[name] ?? '').replace('c.', '');

export interface Change {
  account: string;
  bookId: string;
  characterId: string;
  input: Row;
}

export function changeCharacter({ account, bookId, characterId, input }: Change, fields: readonly string[]): Statement {
  const names = written.filter((name) => name in input);
  const sets = names.map((name, at) => `${columnOf(name)} = $${at + 4}`);
  return {
    text: `UPDATE character c SET ${sets.join(', ')}, version = c.version + 1, updated_at = clock_timestamp() FROM book b
      WHERE b.account_id = $1 AND b.id = $2 AND b.deleted_at IS NULL
        AND c.account_id = b.account_id AND c.book_id = b.id AND c.id = $3
      RETURNING ${selected(character, fields)}`,
    values: [account, bookId, characterId, ...names.map((name) => input[name])],
  };
}

const blank = { aliases: [], role: '', bio: '', voiceProfile: '', want: null, fear: null, lie: null, isPov: false };

export function addCharacter(
  { account, bookId, input }: Omit<Change, 'characterId'>,
  fields: readonly string[],
): Statement {
  const row: Row = { ...blank, ...input };
  return {
    text: `INSERT INTO character AS c (account_id, book_id, id, ${written.map(columnOf).join(', ')})
      SELECT b.account_id, b.id, $3, ${written.map((_, at) => `$${at + 4}`).join(', ')} FROM book b
      WHERE b.account_id = $1 AND b.id = $2 AND b.deleted_at IS NULL
        AND (SELECT count(*) FROM character o WHERE o.account_id = b.account_id AND o.book_id = b.id) < 500
      RETURNING ${selected(character, fields)}`,
    values: [account, bookId, newId('chr'), ...written.map((name) => row[name])],
  };
}

/** Resolves with the row that a statement has written; undefined without one. */
async function rowOf(statement: Statement): Promise<Row | undefined> {
  const [row] = await query(statement.text, statement.values);
  return row;
}

interface RequestContext {
  account: string;
}

/** The resolvers of the peers with SDL. */
export const mutations = {
  changeCharacter: (_: unknown, args: Omit<Change, 'account'>, { account }: RequestContext, info: GraphQLResolveInfo) =>
    rowOf(changeCharacter({ account, ...args }, fieldsOf(info))),
  addCharacter: (
    _: unknown,
    args: Omit<Change, 'account' | 'characterId'>,
    { account }: RequestContext,
    info: GraphQLResolveInfo,
  ) => rowOf(addCharacter({ account, ...args }, fieldsOf(info))),
};
