import { type Behaviour, reply } from './provider.ts';

/** The key of the provider, which nobody may hear of. */
export const secret = 'sk-canary-5f1e';
/** What a faulty provider says before its fault, and what was to come after it. */
export const some = 'The ferry came late, its lamps out. ';
export const rest = 'Nobody stood at the rail.';
/** What no answer and no line of the log may hold: the key, the provider's words, prose. */
const canaries = [secret, 'Vendor trouble', 'gpu-17', 'vendor_', 'ferry came', 'stood at the rail', 'Sign in'];

export function leaks(text: string, more: readonly string[] = []): string[] {
  return [...canaries, ...more].filter((canary) => text.includes(canary));
}

export const faultsBeforeText: readonly (readonly [name: string, fault: Behaviour])[] = [
  ['hangs', reply.hang()],
  ['is silent after its headers', reply.stall([])],
  ['sends nothing but heartbeats', reply.pings([], 50)],
  ['answers 401', reply.status(401)],
  ['answers 429 with retry-after', reply.status(429, { 'retry-after': '30' })],
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
  ['falls silent', reply.stall([some])],
  ['sends nothing but heartbeats', reply.pings([some], 50)],
  ['sends a malformed chunk', reply.malformedChunk([some])],
  ['reports an error in the stream', reply.inStreamError([some])],
  ['cuts the socket', reply.cutSocket([some])],
  ['ends without a finish_reason', reply.noFinish([some])],
  ['says [DONE] without a finish_reason', reply.doneWithoutFinish([some])],
  ['withholds the rest', reply.contentFilter([some])],
];
