import type postgres from 'postgres';
import type { Client } from './client.ts';
import { closed, fault, isAnswer } from './errors.ts';
import type { Pool } from './pool.ts';
import { sqlFor } from './sql.ts';
import { Statement } from './statement.ts';

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
    transaction.isOver = true;
    client.release();
  }
}

/** The code that PostgreSQL 17 has for its own limit. */
const tooLong = (ms: number) => fault('25P04', `The transaction took longer than ${ms} ms.`);

class Transaction {
  isOver = false;
  readonly #client: Client;
  #savepoints = 0;

  constructor(client: Client) {
    this.#client = client;
  }

  run(work: Work): Promise<unknown> {
    return this.#scope(work, 'rollback', 'commit');
  }

  async #inSavepoint(work: Work): Promise<unknown> {
    const name = `"s${this.#savepoints++}"`;
    await this.#say(`savepoint ${name}`);
    return this.#scope(work, `rollback to ${name}`);
  }

  async #scope(work: Work, undo: string, keep?: string): Promise<unknown> {
    let failure: unknown;
    const sql = sqlFor((statement) => {
      statement.catch((error: unknown) => {
        failure ??= error;
      });
      this.#send(statement);
    });
    const savepoint = (first: string | Work, named?: Work) => this.#inSavepoint(named ?? (first as Work));
    try {
      const done = work(Object.assign(sql, { savepoint }) as unknown as Tx);
      const result = await (Array.isArray(done) ? Promise.all(done) : done);
      if (failure !== undefined) throw failure;
      if (keep) await this.#say(keep);
      // That of a statement for which `work` did not wait: the server has rolled back.
      if (failure !== undefined) throw failure;
      return result;
    } catch (error) {
      if (!this.isOver) await this.#say(undo);
      throw isAnswer(error) && error.code === inFailed ? (failure ?? error) : error;
    }
  }

  async #say(text: string): Promise<void> {
    await new Statement(
      (sql) => sql.unsafe(text),
      0,
      (statement) => this.#send(statement),
    );
  }

  /** Nothing reaches a connection that belongs to others again. */
  #send(statement: Statement): void {
    if (this.isOver) statement.reject(closed());
    else this.#client.take(statement);
  }
}
