import type { Caller } from '../caller.ts';
import { bearerToken, type Callers } from '../http/caller.ts';
import type { Exchange } from '../http/exchange.ts';
import type { TokenUses } from '../http/token-uses.ts';
import { clientAddress } from '../http/views.ts';
import { AuthFailures } from '../limits/auth-failures.ts';
import { Burst, enforceLimit } from '../limits/burst.ts';
import { limitReporterFor } from '../limits/rate-headers.ts';
import type { ReportLimit } from '../limits/rate-limit.ts';

/** An authenticated request. */
export interface Admitted {
  caller: Caller;
  /** Reports the state of a limit in the response headers. */
  reportLimit: ReportLimit;
  /**
   * Counts one operation against the limits of the key and the account, or throws `rate_limited`. The face calls it,
   * because a missing scope is refused before an exhausted limit (contract 2), and the scope depends on the operation.
   */
  count(): void;
}

/** A protocol that serves the operations: it answers authenticated requests. */
export type Face = (exchange: Exchange, admitted: Admitted) => Promise<void>;

interface DoorOptions {
  callers: Callers;
  /** Records when a key was last used. */
  uses: TokenUses;
  /** Requests per minute; 0 means no limit. */
  limits: { requestsPerMinute: number; accountRequestsPerMinute: number; authFailuresPerMinute: number };
  trustedProxies: number;
}

/** Common entry of all faces: authenticates requests and enforces the general rate limits. */
export class Door {
  readonly #options: DoorOptions;
  readonly #keys: Burst;
  readonly #accounts: Burst;
  readonly #failures: AuthFailures;

  constructor(options: DoorOptions) {
    const { requestsPerMinute, accountRequestsPerMinute, authFailuresPerMinute } = options.limits;
    this.#options = options;
    this.#keys = new Burst(requestsPerMinute);
    this.#accounts = new Burst(accountRequestsPerMinute);
    this.#failures = new AuthFailures(authFailuresPerMinute);
  }

  /** Throws `unauthenticated` or `invalid_token`, or `rate_limited` after too many unknown keys from one network. */
  async admit(exchange: Exchange): Promise<Admitted> {
    const caller = await this.callerOf(exchange);
    const reportLimit = limitReporterFor(exchange);
    return { caller, reportLimit, count: () => this.count(caller, reportLimit) };
  }

  async callerOf(exchange: Exchange): Promise<Caller> {
    const token = bearerToken(exchange.req);
    try {
      return await this.callerOfToken(token);
    } catch (error) {
      throw this.#failures.refusal(error, () => clientAddress(exchange, this.#options.trustedProxies));
    }
  }

  async callerOfToken(token: string): Promise<Caller> {
    const caller = await this.#options.callers.of(token);
    this.#options.uses.note(caller.tokenId);
    return caller;
  }

  /** Draws on the limits of the key and of the account. The account limit is reported only when it refuses. */
  count(caller: Caller, reportLimit: ReportLimit): void {
    const { requestsPerMinute: perMinute, accountRequestsPerMinute: all } = this.#options.limits;
    const draw = this.#keys.take(caller.tokenId);
    enforceLimit('requests', perMinute, draw, reportLimit, `This key may make ${perMinute} requests a minute.`);
    const shared = this.#accounts.take(caller.accountId);
    const why = `This account may make ${all} requests a minute over all its keys.`;
    if (shared && shared.waitMs > 0) enforceLimit('account-requests', all, shared, reportLimit, why);
  }
}
