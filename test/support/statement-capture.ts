import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import type { Database, Sql } from '../../src/sql/connect.ts';
import { Statement } from '../../src/sql/pool/statement.ts';
import { readsLogAgain } from './log-reads.ts';

/** The list for the statements of the current request. Background work has no list. */
const requestStatements = new AsyncLocalStorage<Statement[]>();
let captured: Statement[] | undefined;
subscribe('http.server.request.start', () => captured && requestStatements.enterWith(captured));

/** A database whose statements are added to the list of the current request. */
export function withStatementCapture(database: Database): Database {
  return { ...database, read: capturing(database.read), write: capturing(database.write) };
}

type Work = (tx: Sql) => Promise<unknown>;

function capturing(sql: Sql): Sql {
  return new Proxy(sql, {
    apply: (target, self, args) => capture(Reflect.apply(target as (...all: unknown[]) => unknown, self, args)),
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (name !== 'begin') return member;
      return (work: Work) => (member as (work: Work) => unknown)((tx) => work(capturing(tx)));
    },
  });
}

function capture(result: unknown): unknown {
  const statements = requestStatements.getStore();
  if (statements && result instanceof Statement) onExecute(result, () => void statements.push(result));
  return result;
}

/** Calls `tell` when a statement is sent, which a fragment never is. */
export function onExecute(statement: Statement, tell: () => void): void {
  const execute = statement.execute.bind(statement);
  statement.execute = () => {
    statement.execute = execute;
    tell();
    return execute();
  };
}

/** The look-up of a token that is not cached, and the update of its last use. */
const tokenStatement = /FROM token\s+WHERE hash|UPDATE token\s+SET last_used_at/;

/** The statements of `work` and of the requests that it sends, in order. BEGIN, COMMIT and token look-ups are left out. */
export async function captureStatements(work: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  captured = statements;
  try {
    await requestStatements.run(statements, work);
  } finally {
    captured = undefined;
  }
  // The copy excludes statements that are sent later.
  return statements.filter(({ text = '' }) => !tokenStatement.test(text));
}

/** The texts of the captured statements, each in one line. */
export async function captureStatementTexts(work: () => Promise<unknown>): Promise<string[]> {
  const lines = (await captureStatements(work)).map(({ text = '' }) => text.replace(/\s+/g, ' ').trim());
  return lines.filter((line, at) => !readsLogAgain(line, lines.slice(0, at)));
}
