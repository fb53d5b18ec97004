import { FairQueue } from '../threads/fair-queue.ts';
import type { WaitingStatements } from './driver/postgres.js';
import { currentAccountId, type QueryReads } from './statement-scope.ts';

interface Statement {
  /** Known when it waits a second time, after its connection was lost. */
  accountId?: string;
  /** The query that it belongs to, if it can be withdrawn. */
  reads?: QueryReads;
}

/** Statements that wait for a connection: accounts take turns. Work without an account is one more account. */
export class StatementQueue implements WaitingStatements {
  length = 0;
  readonly #queue = new FairQueue<Statement>();

  push(statement: Statement): void {
    statement.accountId ??= currentAccountId();
    this.#queue.push(statement.accountId, statement);
    this.length += 1;
  }

  shift(): Statement | undefined {
    const statement = this.#queue.shift();
    if (statement) this.length -= 1;
    return statement;
  }

  remove(statement: Statement): void {
    if (this.#queue.remove(statement.accountId ?? '', statement)) this.length -= 1;
  }

  takeOf(reads: QueryReads): Statement[] {
    const taken = this.#queue.take(reads.accountId, (statement) => statement.reads === reads);
    this.length -= taken.length;
    return taken;
  }
}
