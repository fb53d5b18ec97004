import { FairQueue } from '../../threads/fair-queue.ts';
import { currentAccountId, type QueryReads } from '../statement-scope.ts';
import type { Statement } from './statement.ts';

/** Statements that wait for a connection: accounts take turns. Work without an account is one more account. */
export class StatementQueue {
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

  takeOf(reads: QueryReads): Statement[] {
    const taken = this.#queue.take(reads.accountId, (statement) => statement.reads === reads);
    this.length -= taken.length;
    return taken;
  }
}
