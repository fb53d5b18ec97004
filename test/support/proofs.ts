import { appendFileSync } from 'node:fs';
import { expect } from 'vitest';

/**
 * The size of a test: `short` in `npm test` and CI, `full` in `npm run proofs`. CI runs about a twentieth of what the
 * proofs run, so `short` should be near `full / 20`.
 */
export const proof = <T>(short: T, full: T): T => (process.env.FABULA_PROOFS ? full : short);

/**
 * Checks in the proofs, which need an idle machine, that `msMax` were enough for something that began at `began`
 * (performance.now()). Other runs only wait for it, because another process can take the machine at any moment.
 */
export function expectWithin(msMax: number, began: number): void {
  if (process.env.FABULA_PROOFS) expect(performance.now() - began).toBeLessThan(msMax);
}

/** A figure that a test measured. */
export interface Figure {
  name: string;
  value: number;
  unit: string;
}

/** Reports a figure to `npm run proofs`, which prints all of them in a table. It does nothing in other runs. */
export function figure(name: string, value: number, unit: string): void {
  const file = process.env.FABULA_FIGURES;
  if (file) appendFileSync(file, `${JSON.stringify({ name, value, unit } satisfies Figure)}\n`);
}
