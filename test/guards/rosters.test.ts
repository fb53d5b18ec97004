import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { rosters } from '../../src/domain/leaving/port/formats/roster.ts';
import { type RosterDeclaration, RosterStore } from '../../src/domain/story/roster/store.ts';
import { printedStatements } from '../support/printed-sql.ts';
import { refuseUnscoped } from '../support/tenancy.ts';

type Store = RosterStore<z.ZodObject>;
// Declared rosters belong to books; their general type says less.
const stores = rosters.map((record) => new RosterStore(record as RosterDeclaration<z.ZodObject>));

/** Every statement of a roster, without what its own store adds. */
async function statementsOf(roster: Store): Promise<string> {
  const [key, part] = [
    { accountId: 'a', bookId: 'b' },
    { accountId: 'a', bookId: 'b', id: 'i' },
  ];
  const written = Object.assign({}, ...Object.keys(roster.record.export.shape.shape).map((name) => ({ [name]: null })));
  const work: Record<string, Parameters<typeof printedStatements>[0]> = {
    ofBook: (sql) => roster.ofBook(sql, key, roster.columns.all),
    ofBooks: async (sql) => roster.ofBooks(sql, 'a', ['b'], roster.columns.all),
    byIds: async (sql) => roster.byIds(sql, { accountId: 'a', bookIds: null }, ['i'], roster.columns.all),
    byId: (sql) => roster.byId(sql, part),
    insert: (sql) => roster.insert(sql, key, written),
    update: (sql) => roster.update(sql, part, { member: null }, 1),
    remove: (sql) => roster.remove(sql, part, undefined),
  };
  const printed = await Promise.all(
    Object.entries(work).map(async ([name, run]) => [`-- ${name}`, ...(await printedStatements(run))].join('\n')),
  );
  return printed.join('\n\n');
}

describe('the statements of rosters', () => {
  it('are found', () => {
    expect(stores.map(({ record }) => record.table)).toEqual(expect.arrayContaining(['character', 'conflict']));
  });

  // After an intended change: npm run test:guards -- -u
  it.each(stores.map((roster) => [roster.record.table, roster] as const))(
    'of %s are the printed ones',
    async (table, roster) => {
      const text = await statementsOf(roster);
      refuseUnscoped(text.split('\n').filter((line) => line && !line.startsWith('--')));
      await expect(`${text}\n`).toMatchFileSnapshot(`./rosters/${table}.sql`);
    },
  );
});
