import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import type { Database, Sql } from '../../src/sql/connect.ts';

/** A statement of the driver; its text, and the types of its parameters, are known once it has been sent. */
export interface Statement {
  string?: string;
  statement?: { types: number[] } | null;
  handler(statement: Statement): unknown;
}

/** The statements on the way of one request: what is done in the background meanwhile is on no request's way. */
const ofRequest = new AsyncLocalStorage<Statement[]>();
let heard: Statement[] | undefined;
subscribe('http.server.request.start', () => heard && ofRequest.enterWith(heard));

/** A database that hears on whose way its statements are. */
export function overheard(database: Database): Database {
  return { ...database, read: listening(database.read), write: listening(database.write) };
}

type Work = (tx: Sql) => Promise<unknown>;

function listening(sql: Sql): Sql {
  return new Proxy(sql, {
    apply: (target, self, args) => noted(Reflect.apply(target as (...all: unknown[]) => unknown, self, args)),
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (name !== 'begin') return member;
      return (work: Work) => (member as (work: Work) => unknown)((tx) => work(listening(tx)));
    },
  });
}

function noted(made: unknown): unknown {
  const statements = ofRequest.getStore();
  if (!statements || !(made instanceof Promise)) return made;
  const statement = made as unknown as Statement;
  const { handler } = statement;
  // Parts of statements are never handled.
  statement.handler = (one) => {
    statements.push(one);
    return handler(one);
  };
  return made;
}

/** The look-up of a token that is not remembered, and the note that it was used. */
const ofTheToken = /FROM token\s+WHERE hash|UPDATE token\s+SET last_used_at/;

/** The statements that `work` makes, or the requests that it sends, in order; without the beginnings and ends of transactions. */
export async function heardOnTheWay(work: () => Promise<unknown>): Promise<Statement[]> {
  const own: Statement[] = [];
  heard = own;
  try {
    await ofRequest.run(own, work);
  } finally {
    heard = undefined;
  }
  // Whatever comes later was on nobody's way.
  return own.filter(({ string = '' }) => !ofTheToken.test(string));
}

/** Their texts. */
export async function statementsOnTheWay(work: () => Promise<unknown>): Promise<string[]> {
  return (await heardOnTheWay(work)).map(({ string = '' }) => string.replace(/\s+/g, ' ').trim());
}
