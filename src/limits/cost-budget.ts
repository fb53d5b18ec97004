import type { Caller } from '../caller.ts';
import { Burst, enforceLimit } from './burst.ts';
import type { ReportLimit } from './rate-limit.ts';

/** Cost of GraphQL documents that each account may run per minute, in this node. 0 means no limit. */
export class CostBudget {
  readonly #perMinute: number;
  readonly #accounts: Burst;

  constructor(perMinute: number) {
    this.#perMinute = perMinute;
    this.#accounts = new Burst(perMinute);
  }

  /** Draws the cost of a document before it runs. Throws `rate_limited`. */
  take({ caller, reportLimit }: { caller: Caller; reportLimit: ReportLimit }, cost: number): void {
    const draw = this.#accounts.take(caller.accountId, cost);
    const why = `This document costs ${cost}, and this account may run documents of cost ${this.#perMinute} a minute.`;
    enforceLimit('graphql-cost', this.#perMinute, draw, reportLimit, why);
  }

  /** Draws the cost of an event of a subscription. It is delivered in any case and leaves less for the next document. */
  spend({ caller }: { caller: Caller }, cost: number): void {
    this.#accounts.spend(caller.accountId, cost);
  }
}
