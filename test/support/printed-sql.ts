import type { Sql } from '../../src/sql/connect.ts';

/** A part of a statement that is not a value. Awaited, it answers no rows. */
class Fragment implements PromiseLike<never[]> {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  // biome-ignore lint/suspicious/noThenProperty: statements of the driver are thenable too.
  then<One, Other>(then?: ((rows: never[]) => One | PromiseLike<One>) | null): PromiseLike<One | Other> {
    return Promise.resolve<never[]>([]).then(then);
  }
}

const isTemplate = (first: object): first is TemplateStringsArray => 'raw' in first;

/** Collects the statements of `work` as one line each, with `?` for each value. No database is asked. */
export async function printedStatements(work: (sql: Sql) => Promise<unknown>): Promise<string[]> {
  const made: Fragment[] = [];
  const inner = new Set<unknown>();
  const printed = (value: unknown): string => {
    if (Array.isArray(value)) return value.map(printed).join('');
    if (!(value instanceof Fragment)) return '?';
    inner.add(value);
    return value.text;
  };
  const tag = (first: TemplateStringsArray | object, ...values: unknown[]) => {
    if (!isTemplate(first))
      return new Fragment(
        Object.keys(first)
          .map((name) => `"${name}" = ?`)
          .join(', '),
      );
    const parts = first.map((text, at) => (at < values.length ? text + printed(values[at]) : text));
    const fragment = new Fragment(parts.join('').replace(/\s+/g, ' ').trim());
    made.push(fragment);
    return fragment;
  };
  const sql = Object.assign(tag, {
    unsafe: (text: string) => new Fragment(text),
    json: (value: unknown) => value,
    begin: (transaction: (tx: unknown) => Promise<unknown>) => transaction(sql),
  });
  // Rosters use no other members of the driver.
  await work(sql as unknown as Sql);
  return made.filter((fragment) => !inner.has(fragment)).map(({ text }) => text);
}
