import { createHash } from 'node:crypto';
import { z } from 'zod';
import { line, text } from '../shapes.ts';

export const runKinds = ['outline', 'write', 'rewrite', 'grade', 'variant', 'narrate', 'summarize', 'cover'] as const;
export type RunKind = (typeof runKinds)[number];

/** Runs that write the text of a chapter: one at a time on it. */
const proseKinds: readonly RunKind[] = ['write', 'rewrite'];
export const isProse = (kind: RunKind) => proseKinds.includes(kind);

export const runStates = ['running', 'completed', 'partial', 'failed', 'cancelled'] as const;
export type RunState = (typeof runStates)[number];

/** What a write may be asked (docs/generation.md, "REST"). */
export const writeRequest = z.strictObject({
  instructions: text(2000).optional().describe('Wishes for this one call, up to 2000 characters.'),
  restart: z
    .boolean()
    .optional()
    .describe('True keeps the old text as a revision and begins anew. Default: go on where the text ends.'),
});
export type WriteRequest = z.output<typeof writeRequest>;

/** What a rewrite is asked (docs/generation.md, "REST"). */
export const rewriteRequest = z.strictObject({
  directive: line(2000).describe('What to change in the chapter, or how to tell it, 1–2000 characters.'),
});
export type RewriteRequest = z.output<typeof rewriteRequest>;

/** Longest that a call waits for a run, seconds; clients give up on a call after a minute. */
export const waitSecondsMax = 45;
export const waitSeconds = z.int().min(0).max(waitSecondsMax);

/** Where in a run's text a stream begins, code points from its first character. */
export const fromOffset = z.int().min(0).max(1_000_000);

/** Equal for requests that ask for the same; every caller fills in the defaults first. */
export function requestHash(kind: RunKind, ...wishes: readonly unknown[]): string {
  return createHash('sha256')
    .update(JSON.stringify([kind, ...wishes]))
    .digest('hex');
}

/** Tokens of a prompt at most (ours): what every current model takes with room for the chapter. */
export const promptTokensMax = 24_000;
/** Tokens of the text that a rewrite may be of (ours): it is in the prompt whole, and the rest of the prompt needs its room. */
export const rewriteTokensMax = 16_000;

/** A lease that is not renewed for so long is over (docs/generation.md, "Leases"). */
export const leaseSeconds = 15;
/** Renewed at least so often while the provider is silent, so that a waiting node soon sees who is alive. */
export const heartbeatMs = 2_000;
/** Text is saved once so much has come or so much time has gone, whichever is first. */
export const flushBytes = 2_048;
export const flushMs = 800;
