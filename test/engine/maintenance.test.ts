import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openEmbedded } from '../../src/sql/embedded/embedded.ts';
import { proof } from '../support/proofs.ts';
import { dataDirectory, ownDirectory, pool, until } from './support.ts';

ownDirectory();

describe('the unattended embedded engine', () => {
  it('bounds its WAL under load and reclaims deleted rows when idle', async () => {
    const directory = await dataDirectory();
    const engine = await openEmbedded(directory);
    const sql = pool(engine.socketPath);
    const log = path.join(directory, 'pg', 'pg_wal');
    const logBytes = () =>
      fs
        .readdirSync(log)
        .reduce((sum, name) => sum + (fs.statSync(path.join(log, name), { throwIfNoEntry: false })?.size ?? 0), 0);
    await sql`CREATE TABLE bulk (body text)`;
    await sql`ALTER TABLE bulk ALTER body SET STORAGE EXTERNAL`;
    // More WAL than the limit, in statements of 4 MB.
    const statements = proof(25, 500);
    for (let n = 0; n < statements; n += 1)
      await sql`INSERT INTO bulk SELECT repeat('x', 1900) FROM generate_series(1, 2000)`;
    await until(() => logBytes() <= 80 * 1024 * 1024);
    const [row] = await sql`SELECT pg_relation_filepath('bulk') AS file`;
    await sql`DELETE FROM bulk`;
    // A query would keep the engine busy, so check the file size.
    await until(() => fs.statSync(path.join(directory, 'pg', String(row?.file))).size === 0);
    expect(await sql`SELECT count(*)::int AS n FROM bulk`).toEqual([{ n: 0 }]);
    await engine.close();
  });
});
