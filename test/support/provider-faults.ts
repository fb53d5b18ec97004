import { proof } from './proofs.ts';
import { type Behaviour, reply } from './provider.ts';

/** The key of the provider, which must not leak. */
export const providerKey = 'sk-canary-5f1e';
/** The text that a faulty provider sends before its fault, and the text that would follow. */
export const textBeforeFault = 'The ferry came late, its lamps out. ';
export const textAfterFault = 'Nobody stood at the rail.';
/** Parts of the key, of provider errors and of prose. No answer and no log line may contain them. */
const canaries = [providerKey, 'Vendor trouble', 'gpu-17', 'vendor_', 'ferry came', 'stood at the rail', 'Sign in'];

/** The canaries, and the given texts, that a text contains. */
export function leaks(text: string, more: readonly string[] = []): string[] {
  return [...canaries, ...more].filter((canary) => text.includes(canary));
}

export const faultsBeforeText: readonly (readonly [name: string, fault: Behaviour])[] = [
  ['hangs', reply.hang()],
  ['is silent after its headers', reply.stall([])],
  ['sends nothing but heartbeats', reply.pings([], 50)],
  ['answers 401', reply.status(401)],
  ['answers 429 with retry-after', reply.status(429, { 'retry-after': '400' })],
  ['answers 500', reply.status(500)],
  ['answers 200 with HTML', reply.html200()],
  ['redirects', reply.redirect()],
  ['ends an empty stream', reply.emptyStream()],
  ['breaks off in the first chunk', reply.malformedChunk([])],
  ['reports an error in the stream', reply.inStreamError([])],
  ['cuts the socket', reply.cutSocket([])],
  ['finishes without a word', reply.text([])],
  ['withholds its answer', reply.contentFilter([])],
];

export const faultsAfterText: readonly (readonly [name: string, fault: Behaviour])[] = [
  ['falls silent', reply.stall([textBeforeFault])],
  ['sends nothing but heartbeats', reply.pings([textBeforeFault], 50)],
  ['sends a malformed chunk', reply.malformedChunk([textBeforeFault])],
  ['reports an error in the stream', reply.inStreamError([textBeforeFault])],
  ['cuts the socket', reply.cutSocket([textBeforeFault])],
  ['ends without a finish_reason', reply.noFinish([textBeforeFault])],
  ['says [DONE] without a finish_reason', reply.doneWithoutFinish([textBeforeFault])],
  ['withholds the rest', reply.contentFilter([textBeforeFault])],
];

/** Kinds of request that call the text provider by the code that writing a chapter has. */
const others = ['continue', 'rewrite', 'recap', 'an outline', 'variants', 'a grade'] as const;
export type FaultyRequest = 'write' | (typeof others)[number];

/**
 * The faults to ask for a kind of request: a chapter is written with each fault, and each is asked for one other kind, in turn.
 * The proofs ask all for all.
 */
export function faultsFor<Fault>(kind: FaultyRequest, faults: readonly Fault[]): readonly Fault[] {
  return faults.filter((_fault, index) => proof(kind === 'write' || kind === others[index % others.length], true));
}
