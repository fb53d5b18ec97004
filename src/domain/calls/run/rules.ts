import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { RunKind } from '../usage/rules.ts';

/** Runs that write a chapter's text: one at a time per chapter. */
const proseKinds: readonly RunKind[] = ['write', 'rewrite'];
export const isProse = (kind: RunKind) => proseKinds.includes(kind);

export const runStates = ['running', 'completed', 'partial', 'failed', 'cancelled'] as const;
export type RunState = (typeof runStates)[number];

/** Where a text was left out of the text of a run. */
export const cutPlaces = ['start', 'end', 'within'] as const;
export type CutPlace = (typeof cutPlaces)[number];

/** Text of a provider that did not become text of the run. */
export interface Cut {
  at: CutPlace;
  text: string;
}

/** Longest wait of a call for a run, seconds; clients time out after a minute. */
export const waitSecondsMax = 45;
export const waitSeconds = z.int().min(0).max(waitSecondsMax);
export const waitDescription = `Seconds to wait for the run to end, at most ${waitSecondsMax}. Absent or 0: answer immediately.`;

/** Option of tools that wait for a run. */
export const waiting = (fallback: number) =>
  z.strictObject({
    waitSeconds: waitSeconds
      .default(fallback)
      .describe(`Seconds to wait for the run to end, at most ${waitSecondsMax}; default ${fallback}.`),
  });

/** Start offset of a stream in a run's text, code points. */
export const fromOffset = z.int().min(0).max(1_000_000);

/** Equal for equal requests, after defaults are filled in. */
export function requestHash(kind: RunKind, ...wishes: readonly unknown[]): string {
  return createHash('sha256')
    .update(JSON.stringify([kind, ...wishes]))
    .digest('hex');
}

/** Maximum provider calls per run (docs/generation.md, "Provider calls"). */
export const providerCallsMax = 20;

/** Bucket of an account's provider calls. */
export const providerBucket = (accountId: string) => `provider:${accountId}`;

/** Retention of the prompt of a run, and of its text if it writes no chapter (docs/generation.md, "Runs"). */
export const runTextDays = 30;

/** Lease time without renewal (docs/generation.md, "Leases"). */
export const leaseSeconds = 15;
/** Heartbeat interval while the provider is silent, so that other nodes see that the run is alive. */
export const heartbeatMs = 2_000;
/** Text is saved at this size or age, whichever comes first. */
export const flushBytes = 2_048;
export const flushMs = 800;
