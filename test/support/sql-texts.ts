import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database, Sql } from '../../src/sql/connect.ts';
import { Statement } from '../../src/sql/pool/statement.ts';
import { onExecute } from './statement-capture.ts';

type Work = (tx: Sql) => Promise<unknown>;

/** Writes the distinct SQL texts of this worker into a file. */
class Texts {
  private readonly known = new Set<string>();
  private waiting: Statement[] = [];

  /** The text of a statement is set when the driver sends it, which may be later. */
  add(statement: Statement, folder: string): void {
    this.waiting.push(statement);
    this.flush(folder);
  }

  flush(folder: string): void {
    const sent = this.waiting.flatMap(({ text }) => (text === undefined || this.known.has(text) ? [] : [text]));
    this.waiting = this.waiting.filter(({ text }) => text === undefined);
    for (const text of new Set(sent)) {
      this.known.add(text);
      appendFileSync(join(folder, `${process.pid}.jsonl`), `${JSON.stringify(text)}\n`);
    }
  }
}

const texts = new Texts();

/** A database whose distinct SQL texts are written to `folder`, to be checked at the end of the run. */
export function recordSqlTexts(database: Database, folder: string): Database {
  const close = async () => {
    texts.flush(folder);
    await database.close();
  };
  return { ...database, read: recording(database.read, folder), write: recording(database.write, folder), close };
}

function recording(sql: Sql, folder: string): Sql {
  return new Proxy(sql, {
    apply: (target, self, args) => record(Reflect.apply(target as (...all: unknown[]) => unknown, self, args), folder),
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (name !== 'begin') return member;
      return (work: Work) => (member as (work: Work) => unknown)((tx) => work(recording(tx, folder)));
    },
  });
}

function record(result: unknown, folder: string): unknown {
  if (result instanceof Statement) onExecute(result, () => texts.add(result, folder));
  return result;
}

export function newSqlTextFolder(): string {
  return mkdtempSync(join(tmpdir(), 'fabula-sql-'));
}

/** Reads the texts of all workers of a run and removes the folder. */
export function takeSqlTexts(folder: string): string[] {
  const lines = readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'));
  rmSync(folder, { recursive: true, force: true });
  return [...new Set(lines.filter(Boolean).map((line): string => JSON.parse(line)))];
}
