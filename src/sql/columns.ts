import type { AnySql } from './connect.ts';

/**
 * Different lists of columns that one record is asked for in a process; further ones read all. Each is a statement that every
 * connection prepares and keeps, and strangers choose what they ask for. Ours: a client has a few lists.
 */
const listsMax = 16;

/** The columns of a record, by the member that each becomes. */
export class Columns {
  private readonly columns: Readonly<Record<string, string>>;
  private readonly always: readonly string[];
  private readonly whole: readonly string[];
  private readonly all: Chosen;
  private readonly chosen = new WeakMap<ReadonlySet<string>, Chosen>();
  private readonly lists = new Set<string>();

  /** `always`: members that are read whoever asks for what; `whole`: fields that are worked out of any of them. */
  constructor(columns: Readonly<Record<string, string>>, always: readonly string[], whole: readonly string[] = []) {
    this.columns = columns;
    this.always = always;
    this.whole = whole;
    this.all = chosenOf(Object.entries(columns));
    // Fields that are worked out want no column of their own: theirs is the shortest list, and it has its place.
    this.bounded(new Set());
  }

  /** Those of the fields that are asked for, in the order of the record; all of them where nobody says. */
  of(sql: AnySql, asked?: ReadonlySet<string>) {
    return sql.unsafe(this.choose(asked).list);
  }

  /** Whether one of these members is among them. */
  reads(members: readonly string[], asked?: ReadonlySet<string>): boolean {
    return members.some((member) => this.choose(asked).members.has(member));
  }

  private choose(asked: ReadonlySet<string> | undefined): Chosen {
    if (!asked) return this.all;
    const chosen = this.chosen.get(asked) ?? this.bounded(asked);
    this.chosen.set(asked, chosen);
    return chosen;
  }

  private bounded(asked: ReadonlySet<string>): Chosen {
    if (this.whole.some((field) => asked.has(field))) return this.all;
    const entries = Object.entries(this.columns);
    const chosen = chosenOf(entries.filter(([member]) => asked.has(member) || this.always.includes(member)));
    if (!this.lists.has(chosen.list) && this.lists.size >= listsMax) return this.all;
    this.lists.add(chosen.list);
    return chosen;
  }
}

interface Chosen {
  members: ReadonlySet<string>;
  list: string;
}

function chosenOf(entries: readonly (readonly [member: string, column: string])[]): Chosen {
  return {
    members: new Set(entries.map(([member]) => member)),
    list: entries.map(([, column]) => column).join(', '),
  };
}
