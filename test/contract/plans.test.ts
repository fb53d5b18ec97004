import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { sweepDeleted } from '../../src/domain/book/store.ts';
import { prepare } from '../../src/graphql/execute.ts';
import { schema } from '../../src/graphql/schema.ts';
import { operations } from '../../src/operations.ts';
import { asking, newWorld, ownStillService } from '../support/asking.ts';
import { newDatabase } from '../support/database.setup.ts';
import { heardOnTheWay, type Statement } from '../support/overheard.ts';
import { amongOthers, type Scan, scansOf, tenantTables } from '../support/plans.ts';

const { url } = inject('database');

/** Each statement of an operation once, whichever makes it. */
async function everyStatement(own: ReturnType<typeof ownStillService>): Promise<Statement[]> {
  const all = new Map<string | undefined, Statement>();
  const hear = async (work: () => Promise<unknown>) => {
    for (const one of await heardOnTheWay(work)) if (!/^\s*SET /.test(one.string ?? '')) all.set(one.string, one);
  };
  const shared = await newWorld(own, 0);
  for (const operation of operations) {
    const isRead = prepare(schema, operation).kind === 'query';
    await hear(await asking(own, operation, isRead ? shared : await newWorld(own, 0)));
  }
  // What nobody asks for, but every node does again and again.
  await hear(() => sweepDeleted(own.running().database.write));
  return [...all.values()];
}

// The planner is the same in the embedded engine, which this would hold up for all others.
describe.skipIf(!url)(
  'the plans of the statements of all operations, among the rows of many accounts (performance)',
  () => {
    let target = '';
    let drop: (() => Promise<void>) | undefined;
    afterAll(() => drop?.());
    // Without the rows of other tests, on which the planner's choices would hang.
    const own = ownStillService(async () => {
      const made = await newDatabase(url ?? '', `fabula_plans_${process.pid}`);
      ({ url: target, drop } = made);
      return made;
    });
    let scans: Scan[];
    beforeAll(async () => {
      const sql = own.running().database.write;
      const statements = await everyStatement(own);
      const { ids } = await newWorld(own, 10);
      const [{ accountId } = { accountId: '' }] = await sql<
        { accountId: string }[]
      >`SELECT account_id FROM book WHERE id = ${ids.bookId ?? ''}`;
      scans = await amongOthers(target, accountId, 200, async (tx) => {
        const tables = await tenantTables(tx, 200);
        const found: Scan[] = [];
        for (const statement of statements) found.push(...(await scansOf(tx, statement)));
        return found.filter(({ table }) => tables.includes(table));
      });
    }, 240_000);

    it('look into tables of accounts by an index alone', () => {
      expect(scans.length).toBeGreaterThan(200);
      expect(scans.filter(({ condition }) => condition === '')).toEqual([]);
    });

    it('ask an index for more than the account where the table holds what books hold', () => {
      // What a search reads hangs on its words, which a plan for any words does not know.
      const ofBooks = /^(chapter|character|conflict|mood_reference|chapter_text|chapter_revision|event)$/;
      const wide = scans.filter(
        ({ table, condition }) => ofBooks.test(table) && /^\(account_id = [^ ]*\)$/.test(condition),
      );
      expect(wide).toEqual([]);
    });
  },
);
