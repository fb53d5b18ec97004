import type { Region } from '../../../prose/region.ts';
import { sharedEnds } from '../../../prose/shared-ends.ts';
import { alignment } from '../../../prose/token-diff.ts';

/** A change of a text. */
export interface TextChange {
  former: string;
  text: string;
  part: Region;
}

/** A part of a text that another one replaces, in UTF-16 units of the former and of the present text. */
export interface Hunk {
  start: number;
  end: number;
  presentStart: number;
  presentEnd: number;
}

/** Maximum cost of a comparison (token-diff.ts), about 30 ms (ours). */
const effortMax = 400_000;
/** A longer changed part is replaced as a whole (ours). */
const comparedMax = 100_000;
/** One token for each word, blank and sign, and for each character of scripts without blanks. */
const token =
  /[[\p{L}\p{N}\p{M}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]]+|\s+|[\s\S]/gv;

/** The differences of a change, in order and in steps. They are words where the texts are close enough, else whole parts. */
export function* hunksOf({ former, text, part }: TextChange): Generator<void, Hunk[]> {
  const [before, after] = [former.slice(part.start, part.formerEnd), text.slice(part.start, part.textEnd)];
  const stretches = yield* alignment(before, after, tokensOf, effortMax);
  let [at, presentAt] = [part.start, part.start];
  return stretches.flatMap(({ isEqual, before, after }) => {
    const [start, presentStart] = [at, presentAt];
    [at, presentAt] = [at + before.length, presentAt + after.length];
    if (isEqual) return [];
    // Parts of words that stay, so that those on a part of a word stay with it.
    const shared = sharedEnds(before, after);
    return {
      start: start + shared.head,
      end: at - shared.tail,
      presentStart: presentStart + shared.head,
      presentEnd: presentAt - shared.tail,
    };
  });
}

function tokensOf(text: string): string[] {
  return text.length > comparedMax ? [text] : (text.match(token) ?? []);
}
