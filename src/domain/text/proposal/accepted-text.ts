import { Points } from '../anchor/points.ts';
import type { AnchorPlace } from '../anchor/rules.ts';
import { replaced } from '../passage/change.ts';
import type { Replacement } from '../passage/removed.ts';
import { keptFromQuote } from '../passage/repeated.ts';
import type { ProposalState } from './rules.ts';
import type { Proposal } from './store.ts';

/** A proposal with the text of it that is wanted. */
export interface Wanted {
  proposal: Proposal;
  /** Where its words are; undefined once it is decided. */
  place: AnchorPlace | undefined;
  /** 0 is the replacement, n the nth alternative. */
  choice: number;
}

/** A proposal that cannot be accepted. */
export interface NotAcceptable {
  id: string;
  state: ProposalState;
  /** What stands in the place of its words; null if it is decided. */
  present: string | null;
}

/** Proposals that somebody has decided against. */
export function decidedBefore(proposals: readonly Proposal[]): NotAcceptable[] {
  const decided = proposals.filter(({ state }) => state === 'declined' || state === 'withdrawn');
  return decided.map(({ id, state }) => ({ id, state, present: null }));
}

/** A text with proposals accepted. */
export interface Accepted {
  text: string;
  accepted: Wanted[];
  refused: NotAcceptable[];
  /** The places of what was replaced, code points of the former text. */
  overlapped: Span[];
}

export interface Span {
  start: number;
  end: number;
}

/**
 * Accepts proposals of one text. A stale one is accepted if the text already has its replacement. Of two that overlap, the
 * second is stale. Those that are accepted already change nothing.
 */
export function withAccepted(text: string, wanted: readonly Wanted[]): Accepted {
  const points = new Points(text);
  const replacements: Replacement[] = [];
  const [accepted, refused, overlapped]: [Wanted[], NotAcceptable[], Span[]] = [[], [], []];
  for (const one of wanted) {
    const { proposal, place } = one;
    if (!place || (proposal.state !== 'open' && proposal.state !== 'stale')) continue;
    const span = { start: points.toUnit(place.start), end: points.toUnit(place.end) };
    const present = text.slice(span.start, span.end);
    // A save can have spelt the words in another way since.
    const replacement = place.state === 'ok' ? keptFromQuote(present, proposal.exact, textOf(one)) : textOf(one);
    const isOverlapped = replacements.some(({ start, end }) => start < span.end && end > span.start);
    if (isOverlapped) refused.push({ id: proposal.id, state: 'stale', present });
    else if (place.state === 'ok' ? isAround(text, span, proposal, replacement) : isSame(present, replacement))
      accepted.push(one);
    else if (place.state === 'ok') {
      accepted.push(one);
      replacements.push({ ...span, text: replacement });
      overlapped.push({ start: place.start, end: place.end });
    } else refused.push({ id: proposal.id, state: 'stale', present });
  }
  const inOrder = replacements.toSorted((one, other) => one.start - other.start);
  return { text: replaced(text, inOrder).text, accepted, refused, overlapped };
}

/** Whether words are the same, however a client spells their letters. */
const isSame = (one: string, other: string) => one === other || one.normalize() === other.normalize();

/** Code units of a text for one of its form in NFC, at most. */
const speltMax = 4;

/** Whether a replacement that repeats the words stands around them already, and did not when it was proposed. */
export function isAround(
  text: string,
  { start, end }: Span,
  { exact, prefix, suffix }: Proposal,
  replacement: string,
): boolean {
  const [wanted, words] = [replacement.normalize(), exact.normalize()];
  const at = wanted.indexOf(words);
  if (at < 0) return false;
  const [before, after] = [wanted.slice(0, at), wanted.slice(at + words.length)];
  const isBetween = (first: string, second: string) =>
    first.normalize().endsWith(before) && second.normalize().startsWith(after);
  const isThere = isBetween(
    text.slice(Math.max(0, start - speltMax * before.length), start),
    text.slice(end, end + speltMax * after.length),
  );
  return isThere && !isBetween(prefix, suffix);
}

export function textOf({ proposal, choice }: Wanted): string {
  return (choice === 0 ? proposal.replacement : proposal.alternatives[choice - 1]) ?? proposal.replacement;
}
