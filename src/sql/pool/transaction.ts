import type postgres from 'postgres';
import type { Client } from './client.ts';
import { closed, fault, isAnswer } from './errors.ts';
import type { Pool } from './pool.ts';
import { sqlFor } from './sql.ts';
import { type Answer, Statement } from './statement.ts';

type Tx = postgres.TransactionSql;
type Work = (tx: Tx) => unknown;

/** A statement in a transaction that a statement before it has failed. */
const inFailed = '25P02';

/**
 * Runs `work` in a transaction. Commits, or rolls back if `work` or any of its statements fails, even one whose error `work`
 * has caught. Rejects at once when the connection ends.
 */
export async function transact(pool: Pool, msMax: number | undefined, work: Work): Promise<unknown> {
  const client = await pool.begin();
  const lost = Promise.withResolvers<never>();
  client.onEnd = lost.reject;
  const limit = msMax === undefined ? undefined : setTimeout(() => client.destroy(tooLong(msMax)), msMax).unref();
  const transaction = new Transaction(client);
  try {
    return await Promise.race([transaction.run(work), lost.promise]);
  } finally {
    clearTimeout(limit);
    client.onEnd = undefined;
    if (transaction.isOver) client.release();
    // It may still be in the transaction.
    else client.destroy(closed());
  }
}

/** The code that PostgreSQL 17 has for its own limit. */
const tooLong = (ms: number) => fault('25P04', `The transaction took longer than ${ms} ms.`);

class Transaction {
  /** Whether the server has ended it. */
  isOver = false;
  readonly #client: Client;
  #savepoints = 0;

  constructor(client: Client) {
    this.#client = client;
  }

  async run(work: Work): Promise<unknown> {
    const whole = new Scope(this.#client, (inner) => this.#inSavepoint(inner));
    try {
      const result = await whole.run(work);
      await this.#end(whole, 'commit');
      return result;
    } catch (error) {
      if (!this.isOver) await this.#end(whole, 'rollback');
      throw whole.causeOf(error);
    }
  }

  async #inSavepoint(work: Work): Promise<unknown> {
    const name = `"s${this.#savepoints++}"`;
    await say(this.#client, `savepoint ${name}`);
    const scope = new Scope(this.#client, (inner) => this.#inSavepoint(inner));
    try {
      return await scope.run(work);
    } catch (error) {
      scope.close();
      await say(this.#client, `rollback to ${name}`);
      throw scope.causeOf(error);
    }
  }

  async #end(whole: Scope, how: 'commit' | 'rollback'): Promise<void> {
    whole.close();
    const { command } = await say(this.#client, how);
    this.isOver = true;
    // Of a statement for which `work` did not wait.
    if (how === 'commit' && command === 'ROLLBACK') throw whole.failure ?? closed();
  }
}

/** What is done in a transaction or since a savepoint. */
class Scope {
  readonly #client: Client;
  readonly #savepoint: (work: Work) => Promise<unknown>;
  /** The error of the statement that failed first. */
  failure: unknown;
  #isClosed = false;

  constructor(client: Client, savepoint: (work: Work) => Promise<unknown>) {
    this.#client = client;
    this.#savepoint = savepoint;
  }

  async run(work: Work): Promise<unknown> {
    const savepoint = (first: string | Work, named?: Work) => this.#savepoint(named ?? (first as Work));
    const done = work(
      Object.assign(
        sqlFor((statement) => this.#ask(statement)),
        { savepoint },
      ) as unknown as Tx,
    );
    const result = await (Array.isArray(done) ? Promise.all(done) : done);
    if (this.failure !== undefined) throw this.failure;
    return result;
  }

  /** A statement that came later would run outside of the transaction, or undo its end. */
  close(): void {
    this.#isClosed = true;
  }

  /** The error of the statement that failed first, where `error` only says that one has. */
  causeOf(error: unknown): unknown {
    const isCause = !isAnswer(error) || error.code !== inFailed;
    return isCause ? error : (this.failure ?? error);
  }

  #ask(statement: Statement): void {
    statement.catch((error: unknown) => {
      this.failure ??= error;
    });
    if (this.#isClosed) statement.reject(closed());
    else this.#client.take(statement);
  }
}

async function say(client: Client, text: string): Promise<Answer> {
  return await new Statement(
    (sql) => sql.unsafe(text),
    0,
    (statement) => client.take(statement),
  );
}
