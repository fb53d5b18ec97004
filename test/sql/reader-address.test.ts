import { readFile } from 'node:fs/promises';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { connect } from '../../src/sql/connect.ts';

const { url, socketPath } = inject('database');
const database = connect({ url, socketPath, prepare: true });
afterAll(() => database.close());

const migration = new URL('../../src/sql/migrations/0022_reader_address.sql', import.meta.url);
const rollBack = new Error('Roll back.');

interface State {
  visibility: string;
  slug: string | null;
  isPublished?: boolean;
  isDeleted?: boolean;
}
const states: Record<string, State> = {
  public: { visibility: 'public', slug: 'one', isPublished: true },
  unlisted: { visibility: 'unlisted', slug: 'two', isPublished: true },
  'unlisted, withdrawn': { visibility: 'unlisted', slug: 'three' },
  'unlisted, deleted': { visibility: 'unlisted', slug: 'four', isPublished: true, isDeleted: true },
  'private with a slug': { visibility: 'private', slug: 'five', isPublished: true },
  'never published': { visibility: 'private', slug: null },
  'never published, to be public': { visibility: 'public', slug: null },
};

/** Runs the migration on a book in each state and returns the resulting rows. */
async function migrated(): Promise<Record<string, object>> {
  const after: Record<string, object> = {};
  const changed = database.write.begin(async (tx) => {
    await tx`SET LOCAL statement_timeout = 0`;
    await tx`CREATE SCHEMA before_addresses`;
    await tx`SET LOCAL search_path = before_addresses`;
    await tx.unsafe(`CREATE TABLE book (id text PRIMARY KEY, visibility text NOT NULL, slug text UNIQUE,
      published_at timestamptz, deleted_at timestamptz)`);
    for (const [id, { visibility, slug, isPublished = false, isDeleted = false }] of Object.entries(states))
      await tx`INSERT INTO book VALUES (${id}, ${visibility}, ${slug}, ${isPublished ? new Date() : null}, ${isDeleted ? new Date() : null})`;
    await tx.unsafe(await readFile(migration, 'utf8'));
    for (const { id, ...row } of await tx`SELECT id, slug, reader_key, visibility_chosen FROM book`) after[id] = row;
    after.registry = (await tx`SELECT slug FROM reader_slug ORDER BY slug`).map(({ slug }) => slug);
    throw rollBack;
  });
  await expect(changed).rejects.toBe(rollBack);
  return after;
}

describe('books created before reader keys', () => {
  it('keep their URLs in every state, and all slugs are registered', async () => {
    expect(await migrated()).toEqual({
      public: { slug: 'one', readerKey: null, visibilityChosen: true },
      unlisted: { slug: 'two', readerKey: 'two', visibilityChosen: true },
      'unlisted, withdrawn': { slug: 'three', readerKey: 'three', visibilityChosen: true },
      'unlisted, deleted': { slug: 'four', readerKey: 'four', visibilityChosen: true },
      'private with a slug': { slug: 'five', readerKey: null, visibilityChosen: true },
      'never published': { slug: null, readerKey: null, visibilityChosen: false },
      'never published, to be public': { slug: null, readerKey: null, visibilityChosen: true },
      registry: ['five', 'four', 'one', 'three', 'two'],
    });
  });
});
