import { Points } from '../anchor/points.ts';
import type { AnchorPlace } from '../anchor/rules.ts';
import { type Replacement, replaced } from '../passage/change.ts';
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
    const replacement = textOf(one);
    const isOverlapped = replacements.some(({ start, end }) => start < span.end && end > span.start);
    if (isOverlapped) refused.push({ id: proposal.id, state: 'stale', present });
    else if (place.state === 'ok' ? isAround(text, span, proposal, replacement) : present === replacement)
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

/** Whether a replacement that repeats the words stands around them already, and did not when it was proposed. */
function isAround(
  text: string,
  { start, end }: Span,
  { exact, prefix, suffix }: Proposal,
  replacement: string,
): boolean {
  const at = replacement.indexOf(exact);
  if (at < 0) return false;
  const [before, after] = [replacement.slice(0, at), replacement.slice(at + exact.length)];
  const isThere = text.slice(Math.max(0, start - before.length), end + after.length) === replacement;
  return isThere && !(prefix.endsWith(before) && suffix.startsWith(after));
}

export function textOf({ proposal, choice }: Wanted): string {
  return (choice === 0 ? proposal.replacement : proposal.alternatives[choice - 1]) ?? proposal.replacement;
}
