import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { ServiceError } from '../errors.ts';
import type { Caller } from '../graphql/context.ts';
import { valuesOf } from './header.ts';

const bearer = /^Bearer +([^\s]+)$/i;
const ourForm = /^fab_live_[A-Za-z0-9_-]{43}$/;

/** The token of a request. A missing or malformed header is `unauthenticated`, a header sent twice too; a token that is not ours in form is unknown. */
export function bearerToken(req: IncomingMessage): string {
  const [header = '', ...others] = valuesOf(req, 'authorization');
  const token = others.length === 0 ? bearer.exec(header)?.[1] : undefined;
  if (!token)
    throw new ServiceError(
      'unauthenticated',
      'Send one header Authorization: Bearer <API_KEY>. Create a key with: npm run -s token -- create --account NAME',
    );
  return token;
}

/** Its SHA-256 in base64, which is also how it is remembered. */
export function hashOf(token: string): string | undefined {
  return ourForm.test(token) ? hash('sha256', token, 'base64') : undefined;
}

/** How long an answer about a token is trusted. Half of what revocation may take on every node (contract 3). */
const trustMs = 500;
const entriesMax = 10_000;

interface Entry {
  at: number;
  found: Promise<Caller | undefined>;
}

/** Who a token stands for, remembered for half a second: also that a token is unknown. */
export class Callers {
  private readonly entries = new Map<string, Entry>();
  private readonly find: (hash: Buffer) => Promise<Caller | undefined>;
  private readonly now: () => number;

  constructor(find: (hash: Buffer) => Promise<Caller | undefined>, now: () => number = Date.now) {
    this.find = find;
    this.now = now;
  }

  async of(token: string): Promise<Caller> {
    const key = hashOf(token);
    const caller = key && (await this.lookUp(key));
    if (!caller)
      throw new ServiceError(
        'invalid_token',
        'This key is unknown, expired or revoked. Create one with: npm run -s token -- create --account NAME',
      );
    return caller;
  }

  /** Forgets everything: after a revocation, and when notifications may have been missed. */
  forget(): void {
    this.entries.clear();
  }

  /** Whether a token that was let in still is; asked of `isValid` at most every half second a token, however many ask. */
  validity(isValid: (tokenId: string) => Promise<boolean>): (caller: Caller) => Promise<boolean> {
    const known = new Map<string, { at: number; valid: Promise<boolean> }>();
    return ({ tokenId }) => {
      const last = known.get(tokenId);
      if (last && this.now() - last.at < trustMs) return last.valid;
      if (known.size >= entriesMax) known.clear();
      // A database that is away revokes nothing.
      const valid = isValid(tokenId).catch(() => true);
      known.set(tokenId, { at: this.now(), valid });
      return valid;
    };
  }

  private lookUp(key: string): Promise<Caller | undefined> {
    const known = this.entries.get(key);
    if (known && this.now() - known.at < trustMs) return known.found;
    if (this.entries.size >= entriesMax) this.entries.clear();
    const found = this.find(Buffer.from(key, 'base64'));
    this.entries.set(key, { at: this.now(), found });
    // A failed look-up is nobody's answer.
    found.catch(() => this.entries.delete(key));
    return found;
  }
}
