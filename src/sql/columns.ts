import { columnOf } from '../record.ts';
import type { AnySql } from './connect.ts';

/**
 * Maximum column lists of one record per process; further requests read every column. Callers choose the list, and every
 * connection prepares and keeps a statement for each. Ours: a client uses a few lists.
 */
const listsMax = 16;

declare const whole: unique symbol;

/** A row with only some of its members. `Always` are those that every list has. */
export type Selected<Whole, Always extends keyof Whole> = Pick<Whole, Always> & { readonly [whole]: Whole };

/** The whole row behind a row with selected members. */
export type WholeOf<Row> = Row extends { readonly [whole]: infer Whole } ? Whole : never;

/** A list of columns, and the type of the rows that it reads. */
export class Selection<Row> {
  declare readonly row: Row;
  private readonly list: string;
  private readonly members: ReadonlySet<string>;

  constructor(list: string, members: Iterable<string>) {
    this.list = list;
    this.members = new Set(members);
  }

  /** For SELECT and RETURNING. */
  of(sql: AnySql) {
    return sql.unsafe(this.list);
  }

  /** Whether the list has one of these members. */
  reads(...members: readonly string[]): boolean {
    return members.some((member) => this.members.has(member));
  }
}

/** One table and the members of its rows. */
interface Table<Whole, Written extends keyof Whole, Always extends keyof Whole> {
  name: string;
  /** The name of the row in statements. */
  alias: string;
  /** The zod object of what callers write: each member has a column. */
  written: { shape: Readonly<Record<Written, unknown>> };
  /** The other members: true for a column named like the member, otherwise the SQL expression. */
  others: Readonly<Record<Exclude<keyof Whole, Written>, true | string>>;
  /** Members that every list has. */
  always: readonly Always[];
}

/** The columns of a record: the one source of SELECT, RETURNING and INSERT. */
export class Columns<Whole, Written extends keyof Whole, Always extends keyof Whole> {
  /** Every member. */
  readonly all: Selection<Whole>;
  private readonly unselected: Selection<Selected<Whole, Always>>;
  private readonly owner: string;
  private readonly written: readonly string[];
  private readonly always: ReadonlySet<string>;
  /** SQL by member, in the order of the record. */
  private readonly sources: ReadonlyMap<string, string>;
  private readonly selections = new Map<string, Selection<Selected<Whole, Always>>>();
  private readonly known = new WeakMap<ReadonlySet<string>, Selection<Selected<Whole, Always>>>();

  constructor({ name, alias, written, others, always }: Table<Whole, Written, Always>) {
    this.owner = `${alias}.account_id AS owner_of_${name}`;
    this.written = Object.keys(written.shape);
    this.always = new Set(always.map(String));
    const sourceOf = (member: string, source: unknown) =>
      typeof source === 'string' ? `${source} AS "${columnOf(member)}"` : `${alias}.${columnOf(member)}`;
    this.sources = new Map([
      ...this.written.map((member) => [member, sourceOf(member, true)] as const),
      ...Object.entries(others).map(([member, source]) => [member, sourceOf(member, source)] as const),
    ]);
    const members = [...this.sources.keys()];
    this.all = new Selection(this.listOf(members), members);
    this.unselected = new Selection(this.listOf(members), members);
    // Reserve an entry for the shortest list, which documents with only computed fields use.
    this.bounded(new Set());
  }

  /** The given members and those of `always`; all members if undefined. */
  selected(members: ReadonlySet<string> | undefined): Selection<Selected<Whole, Always>> {
    if (!members) return this.unselected;
    const selection = this.known.get(members) ?? this.bounded(members);
    this.known.set(members, selection);
    return selection;
  }

  /** Columns of an INSERT for the members that callers write. */
  names(sql: AnySql) {
    return sql.unsafe(this.written.map(columnOf).join(', '));
  }

  /** Their values in the same order, for INSERT … SELECT. A value may be an SQL fragment. */
  values(sql: AnySql, row: Readonly<Record<Written, unknown>>) {
    const values: Readonly<Record<string, unknown>> = row;
    // The driver's parameter type is narrower than what columns can hold.
    const one = (member: string) => values[member] as string;
    return this.written.map((member, place) => (place === 0 ? sql`${one(member)}` : sql`, ${one(member)}`));
  }

  private bounded(members: ReadonlySet<string>): Selection<Selected<Whole, Always>> {
    const chosen = [...this.sources.keys()].filter((member) => members.has(member) || this.always.has(member));
    const list = this.listOf(chosen);
    const known = this.selections.get(list);
    if (known) return known;
    if (this.selections.size >= listsMax) return this.unselected;
    const selection = new Selection<Selected<Whole, Always>>(list, chosen);
    this.selections.set(list, selection);
    return selection;
  }

  private listOf(members: readonly string[]): string {
    return [this.owner, ...members.map((member) => this.sources.get(member))].join(', ');
  }
}

/** Declares the columns of a record. Called twice, because TypeScript infers all type arguments of a call or none. */
export const columnsOf =
  <Whole>() =>
  <Written extends keyof Whole, const Always extends keyof Whole>(table: Table<Whole, Written, Always>) =>
    new Columns<Whole, Written, Always>(table);
