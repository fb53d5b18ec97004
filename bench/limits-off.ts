import { environment } from '../src/environment.ts';

/** Settings that switch off every rate limit and every daily quota. */
export const limitsOff: Record<string, string> = Object.fromEntries(
  Object.keys(environment.shape)
    .filter((name) => /^(LIMIT|QUOTA)_/.test(name))
    .map((name) => [name, '0']),
);
