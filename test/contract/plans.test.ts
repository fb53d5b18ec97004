import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { rosters } from '../../src/domain/leaving/port/formats/roster.ts';
import { sweepDeleted } from '../../src/domain/story/book/deleted-store.ts';
import { prepareOperation } from '../../src/graphql/execute.ts';
import { operations } from '../../src/operations.ts';
import { schema } from '../../src/schema.ts';
import type { Statement } from '../../src/sql/pool/statement.ts';
import { newDatabase } from '../support/database.setup.ts';
import { type Scan, scansOf, scansWithoutStatistics, tenantTables, withManyAccounts } from '../support/plans.ts';
import { newSampleAccount, prepareRequest, serviceWithHeldProviders } from '../support/sample-requests.ts';
import { captureStatements } from '../support/statement-capture.ts';

const { url } = inject('database');

/** Every distinct SQL statement of all operations. */
async function distinctStatements(own: ReturnType<typeof serviceWithHeldProviders>): Promise<Statement[]> {
  const all = new Map<string | undefined, Statement>();
  const hear = async (work: () => Promise<unknown>) => {
    for (const one of await captureStatements(work)) if (!/^\s*SET /.test(one.text ?? '')) all.set(one.text, one);
  };
  const shared = await newSampleAccount(own, 0);
  for (const operation of operations) {
    const isRead = prepareOperation(schema, operation).kind === 'query';
    await hear(await prepareRequest(own, operation, isRead ? shared : await newSampleAccount(own, 0)));
  }
  // Periodic background work.
  await hear(() => sweepDeleted(own.running().database.write));
  return [...all.values()];
}

const isOfAccount = (condition: string) => /^\(account_id = [^ ]*\)$/.test(condition);

// Both engines share the planner, and on the embedded one this test would block all others.
describe.skipIf(!url)('query plans of all operations, with many accounts in the tables (performance)', () => {
  let target = '';
  let drop: (() => Promise<void>) | undefined;
  afterAll(() => drop?.());
  // In a separate database, because rows of other tests would change the plans.
  const own = serviceWithHeldProviders(async () => {
    const made = await newDatabase(url ?? '', `fabula_plans_${process.pid}`);
    ({ url: target, drop } = made);
    return made;
  });
  let scans: Scan[];
  let withoutStatistics: Scan[][];
  beforeAll(async () => {
    const sql = own.running().database.write;
    const statements = await distinctStatements(own);
    withoutStatistics = await scansWithoutStatistics(target, statements);
    const { ids } = await newSampleAccount(own, 10);
    const [{ accountId } = { accountId: '' }] = await sql<
      { accountId: string }[]
    >`SELECT account_id FROM book WHERE id = ${ids.bookId ?? ''}`;
    scans = await withManyAccounts(target, accountId, 200, async (tx) => {
      const tables = await tenantTables(tx, 200);
      const found: Scan[] = [];
      for (const statement of statements) found.push(...(await scansOf(tx, statement)));
      return found.filter(({ table }) => tables.includes(table));
    });
  });

  // Such a server takes an account for one row, and joins whatever it can by the account alone.
  it('join at most two tables of proposals by the account, on a server without statistics', () => {
    const ofProposals = withoutStatistics.filter(([first]) => first?.statement.includes('FROM proposal p'));
    expect(ofProposals.length).toBeGreaterThan(3);
    const wide = ofProposals.map((found) => found.filter(({ condition }) => isOfAccount(condition)));
    expect(wide.filter(({ length }) => length > 2)).toEqual([]);
  });

  it('read tables with account rows only by index', () => {
    expect(scans.length).toBeGreaterThan(200);
    expect(scans.filter(({ condition }) => condition === '')).toEqual([]);
  });

  it('never scan a whole account in tables of book content', () => {
    // Searches depend on their words, which a generic plan does not know.
    const ofChapters = ['chapter', 'chapter_text', 'chapter_revision'];
    const ofBooks = new Set([...ofChapters, ...rosters.map(({ table }) => table), 'event']);
    const wide = scans.filter(({ table, condition }) => ofBooks.has(table) && isOfAccount(condition));
    expect(wide).toEqual([]);
  });
});
