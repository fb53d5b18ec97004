import type { z } from 'zod';
import { type IdPrefix, newId } from '../../../ids/id.ts';
import type { ExportedRoster, RecordDeclaration } from '../../../record.ts';
import { type Columns, columnsOf, type Selected, type Selection } from '../../../sql/columns.ts';
import { type AnySql, assignments, type Sql } from '../../../sql/connect.ts';
import { objectLists } from '../../shapes.ts';
import {
  type BookKey,
  insertsAtOnceMax,
  liveBook,
  lockBook,
  ofLiveBook,
  type PartOfBook,
  partOfBook,
  type Shelf,
} from '../book/store.ts';

export { insertsAtOnceMax, type Selection };

/** A whole record of a roster. */
export type RowOf<Shape extends z.ZodObject> = z.output<Shape> & PartOfBook;
/** A record with the columns that a document reads. */
export type ShownOf<Shape extends z.ZodObject> = Selected<RowOf<Shape>, 'id' | 'bookId'>;
/** A whole record, or one with selected columns. */
export type AnyRowOf<Shape extends z.ZodObject> = RowOf<Shape> | ShownOf<Shape>;

/** Identifies a record of a book. */
export interface PartKey extends BookKey {
  id: string;
}

/** The declaration of a list of records that belong to a book. */
export type RosterDeclaration<Shape extends z.ZodObject> = RecordDeclaration & {
  type: string;
  prefix: IdPrefix;
  parent: 'book';
  export: ExportedRoster & { shape: Shape };
};

type Fragment = ReturnType<typeof liveBook>;
/** A further condition on the statement, which begins with AND. */
export type Further = (sql: AnySql) => Fragment;

const nothing: Further = (sql) => sql``;

/**
 * The statements of a roster: a list of records of a book with a maximum. Columns, maximum and prefix come from its record. The
 * row of a statement is `r`, its book `b`. Missing, foreign and deleted books give the same empty result.
 */
export class RosterStore<Shape extends z.ZodObject> {
  readonly record: RosterDeclaration<Shape>;
  readonly columns: Columns<RowOf<Shape>, keyof RowOf<Shape>, 'id' | 'bookId'>;
  readonly max: number;
  /** Members that are stored as JSON. */
  readonly #json: readonly string[];

  constructor(record: RosterDeclaration<Shape>) {
    this.record = record;
    this.max = record.export.max;
    this.#json = [...objectLists(record.export.shape).keys()];
    // The members of the shape and of `partOfBook` are all members, which TypeScript cannot tell of a type parameter.
    this.columns = columnsOf<RowOf<Shape>>()({
      name: record.table,
      alias: 'r',
      written: record.export.shape,
      others: partOfBook as never,
      always: ['id', 'bookId'],
    });
  }

  /** The records of one book, oldest first; undefined if there is no such book. */
  async ofBook<Row extends AnyRowOf<Shape>>(
    sql: AnySql,
    key: BookKey,
    selection: Selection<Row>,
    further = nothing,
  ): Promise<Row[] | undefined> {
    const rows = await sql<Row[]>`
      SELECT ${selection.of(sql)} FROM book b
      LEFT JOIN ${this.#table(sql)} r ON r.account_id = b.account_id AND r.book_id = b.id ${further(sql)}
      WHERE ${liveBook(sql, key)} ORDER BY r.id`;
    return rows.length === 0 ? undefined : rows.filter(({ id }) => id !== null);
  }

  /** The records of several books in one statement, oldest first within each. */
  ofBooks<Row extends AnyRowOf<Shape>>(
    sql: AnySql,
    accountId: string,
    bookIds: readonly string[],
    selection: Selection<Row>,
  ): Promise<Row[]> {
    return sql<Row[]>`
      SELECT ${selection.of(sql)} FROM ${this.#table(sql)} r
      WHERE r.account_id = ${accountId} AND r.book_id = ANY(${[...bookIds]}) ORDER BY r.id`;
  }

  /** Records by id, in live books of a shelf, unordered. */
  byIds<Row extends AnyRowOf<Shape>>(
    sql: AnySql,
    shelf: Shelf,
    ids: readonly string[],
    selection: Selection<Row>,
  ): Promise<Row[]> {
    return sql<Row[]>`
      SELECT ${selection.of(sql)} FROM ${this.#table(sql)} r
      WHERE ${ofLiveBook(sql, shelf, 'r')} AND r.id = ANY(${[...ids]})`;
  }

  async byId(sql: AnySql, key: PartKey): Promise<RowOf<Shape> | undefined> {
    const [row] = await sql<RowOf<Shape>[]>`
      SELECT ${this.columns.all.of(sql)} FROM ${this.#table(sql)} r WHERE ${this.is(sql, key)}`;
    return row;
  }

  /**
   * Undefined if there is no such book, its list is full, or the further condition refuses the record. One statement, unless
   * the list is almost full.
   */
  async insert(sql: Sql, key: BookKey, row: z.output<Shape>, further = nothing): Promise<RowOf<Shape> | undefined> {
    const unlocked = this.max - insertsAtOnceMax;
    const made = unlocked > 0 ? await this.#insertBelow(unlocked, sql, key, row, further) : undefined;
    if (made) return made;
    const within = sql.begin(async (tx): Promise<{ made: RowOf<Shape> | undefined }> => {
      // Serializes inserts, so that the next statement counts them.
      await lockBook(tx, key);
      return { made: await this.#insertBelow(this.max, tx, key, row, further) };
    });
    return (await within).made;
  }

  async #insertBelow(most: number, sql: AnySql, key: BookKey, row: z.output<Shape>, further: Further) {
    const [made] = await sql<RowOf<Shape>[]>`
      INSERT INTO ${this.#table(sql)} AS r (account_id, book_id, id, ${this.columns.names(sql)})
      SELECT b.account_id, b.id, ${newId(this.record.prefix)}, ${this.columns.values(sql, this.#stored(sql, row))}
      FROM book b
      WHERE ${liveBook(sql, key)} ${further(sql)} AND (
        SELECT count(*) FROM ${this.#table(sql)} o WHERE o.account_id = b.account_id AND o.book_id = b.id) < ${most}
      ${further === nothing ? sql`` : sql`ON CONFLICT DO NOTHING`}
      RETURNING ${this.columns.all.of(sql)}`;
    return made;
  }

  /** Updates the given members; undefined if there is no such record at the expected version, or the condition refuses it. */
  async update(
    sql: Sql,
    key: PartKey,
    patch: object,
    expected: number | undefined,
    further = nothing,
  ): Promise<RowOf<Shape> | undefined> {
    const [row] = await sql<RowOf<Shape>[]>`
      UPDATE ${this.#table(sql)} r SET ${assignments(sql, this.#stored(sql, patch))}, version = version + 1, updated_at = clock_timestamp()
      WHERE ${this.is(sql, key)} ${this.at(sql, expected)} ${further(sql)}
      RETURNING ${this.columns.all.of(sql)}`;
    return row;
  }

  /** Undefined if there is no such record at the expected version. */
  async remove(sql: Sql, key: PartKey, expected: number | undefined): Promise<{ id: string } | undefined> {
    const [row] = await sql<{ id: string }[]>`
      DELETE FROM ${this.#table(sql)} r WHERE ${this.is(sql, key)} ${this.at(sql, expected)} RETURNING r.id`;
    return row;
  }

  /** Condition that the row `r` is this record, in a live book of the caller. */
  is(sql: AnySql, key: PartKey) {
    return sql`
      r.account_id = ${key.accountId} AND r.book_id = ${key.bookId} AND r.id = ${key.id}
      AND EXISTS (SELECT FROM book b WHERE ${liveBook(sql, key)})`;
  }

  /** Additional condition on the expected version, if there is one. */
  at(sql: AnySql, expected: number | undefined) {
    return expected === undefined ? sql`` : sql`AND r.version = ${expected}`;
  }

  /** Members as they are stored. */
  #stored<Members extends object>(sql: AnySql, members: Members): Members {
    const given = Object.entries(members).filter(([name]) => this.#json.includes(name));
    return { ...members, ...Object.fromEntries(given.map(([name, value]) => [name, sql.json(value)])) };
  }

  #table(sql: AnySql) {
    return sql.unsafe(this.record.table);
  }
}
