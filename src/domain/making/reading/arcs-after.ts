import { arcChapters, arcsAtMost } from '../../calls/prompt/arc.ts';
import type { FurtherCalls, PaidCall } from '../../calls/run/paid-call.ts';

/** Tokens of the rules for an arc. */
const rulesTokens = 500;
/** Recaps that take more of a prompt than this want arcs. Ours. */
const crowdedShare = 0.5;

/** The calls for arcs that follow the recaps of a reading: usually none, unless the recaps crowd a prompt. */
export function arcsAfter({ answer, room, repeats }: PaidCall, chapters: number): FurtherCalls {
  const recapTokens = answer?.usual ?? 0;
  const arcs = arcsAtMost(chapters);
  const prompts = arcs * (rulesTokens + arcChapters * recapTokens);
  const isCrowded = chapters * recapTokens > (room?.budgetTokens ?? 0) * crowdedShare;
  const most = arcs * (answer?.most ?? 0);
  return {
    usual: isCrowded ? { inputTokens: prompts, outputTokens: arcs * recapTokens } : { inputTokens: 0, outputTokens: 0 },
    most: { inputTokens: (1 + repeats) * prompts + repeats * most, outputTokens: most },
  };
}
