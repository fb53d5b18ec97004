import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Caller } from '../caller.ts';
import { ServiceError } from '../errors.ts';
import { headerValues } from './header.ts';

const bearer = /^Bearer +([^\s]+)$/i;
const ourForm = /^fab_live_[A-Za-z0-9_-]{43}$/;

/** Token of a request. A missing, malformed or repeated header is `unauthenticated`; a token of another format is unknown. */
export function bearerToken(req: IncomingMessage): string {
  const [header = '', ...others] = headerValues(req, 'authorization');
  const token = others.length === 0 ? bearer.exec(header)?.[1] : undefined;
  if (!token)
    throw new ServiceError(
      'unauthenticated',
      'Send one header Authorization: Bearer <API_KEY>. Create a key with: npm run -s token -- create --account NAME',
    );
  return token;
}

/** SHA-256 of a token in base64; also the cache key. Undefined for another format. */
export function hashOf(token: string): string | undefined {
  return ourForm.test(token) ? hash('sha256', token, 'base64') : undefined;
}

/** Cache time of a token look-up: half of the time that a revocation may take on every node (contract 3). */
const trustMs = 500;
const entriesMax = 10_000;

interface Entry {
  at: number;
  found: Promise<Caller | undefined>;
}

/** Finds the caller whom a secret admits; undefined if it admits nobody. */
type Find = (hash: Buffer) => Promise<Omit<Caller, 'secretHash'> | undefined>;

/** Callers by secret, cached for half a second. Unknown secrets are cached too. */
export class Callers {
  private readonly entries = new Map<string, Entry>();
  private readonly find: Find;
  private readonly now: () => number;

  constructor(find: Find, now: () => number = () => performance.now()) {
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

  /** False once the secret with which the caller came is no longer accepted. If the database cannot be asked, it is. */
  stillValid({ secretHash }: Caller): Promise<boolean> {
    return this.lookUp(secretHash).then(
      (found) => found !== undefined,
      () => true,
    );
  }

  /** Clears the cache: after a revocation, and when notifications may have been lost. */
  forget(): void {
    this.entries.clear();
  }

  private lookUp(key: string): Promise<Caller | undefined> {
    const known = this.entries.get(key);
    if (known && this.now() - known.at < trustMs) return known.found;
    if (this.entries.size >= entriesMax) this.entries.clear();
    const found = this.find(Buffer.from(key, 'base64')).then((caller) => caller && { ...caller, secretHash: key });
    this.entries.set(key, { at: this.now(), found });
    // Failed look-ups are not cached.
    found.catch(() => this.entries.delete(key));
    return found;
  }
}
