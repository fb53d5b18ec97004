import { Breather } from '../../../threads/breather.ts';
import { type Hunk, hunksOf, type TextChange } from './changes.ts';
import { firstIndex, Points } from './points.ts';
import { type AnchorPlace, type AnchorWords, beginsMax } from './rules.ts';
import type { WordSearch } from './word-search.ts';

/** Characters beside the words that must be the same, on one side, to know them by (ours). */
const besideMin = 12;
/** Characters of a paragraph around the words by which they are known too, if that is in the text once (ours). */
const aroundMax = 32;
/** Length from which words are known by being in the text once (ours). */
const distinctMin = 24;
/** Characters beside unchanged words that are searched for others like them, for all anchors of one change (ours). */
const comparedMax = 10_000_000;

/**
 * The anchors of a chapter after a change of its text. An anchor moves with its words. It becomes `stale` when they are
 * edited, and `orphaned` when they are deleted. It is `ok` again when they return, if they can be told from the same words
 * elsewhere. Nothing is guessed: an anchor that could be in two places is not `ok`. Yields to other requests.
 *
 * @param lost Words of the anchors that are not `ok`, as far as they can have returned.
 * @param search Of the present text. Anchors stay lost once it has searched too much.
 */
export async function carried(
  change: TextChange,
  places: readonly AnchorPlace[],
  lost: ReadonlyMap<string, AnchorWords>,
  search: WordSearch,
): Promise<AnchorPlace[]> {
  const breather = new Breather();
  const carrier = new Carrier(change, search);
  if (lost.size > 0 || places.some((place) => carrier.isTouched(place))) await carrier.compare(breather);
  const present: AnchorPlace[] = [];
  for (const place of places) {
    present.push(carrier.placeAfter(place, lost.get(place.id)));
    if (breather.isDue) await breather.pause();
  }
  return present;
}

class Carrier {
  readonly #change: TextChange;
  readonly #points: Points;
  readonly #presentPoints: Points;
  #hunks: readonly Hunk[] = [];
  readonly #search: WordSearch;
  #compared = 0;

  constructor(change: TextChange, search: WordSearch) {
    this.#change = change;
    this.#search = search;
    this.#points = new Points(change.former);
    this.#presentPoints = new Points(change.text);
  }

  /** Finds the differences. Places that the change does not touch are known without them. */
  async compare(breather: Breather): Promise<void> {
    this.#hunks = await breather.finish(hunksOf(this.#change));
  }

  isTouched(place: AnchorPlace): boolean {
    return this.#moved(this.#spanOf(place)) === undefined;
  }

  placeAfter(place: AnchorPlace, lost: AnchorWords | undefined): AnchorPlace {
    const span = this.#spanOf(place);
    const moved = this.#moved(span);
    if (place.state === 'ok') return moved ? this.#at(place, moved.start, moved.end) : this.#touched(place, span);
    const present = moved ?? this.#remains(span);
    const found = lost && this.#find(lost, present);
    if (found !== undefined) return this.#at(place, found, found + (lost?.exact.length ?? 0));
    return this.#lost(place, present, place);
  }

  #spanOf({ start, end }: AnchorPlace): Span {
    return { start: this.#points.toUnit(start), end: this.#points.toUnit(end) };
  }

  /** A span that the change does not touch. */
  #moved({ start, end }: Span): Span | undefined {
    const { part } = this.#change;
    const shift = part.textEnd - part.formerEnd;
    if (end <= part.start) return { start, end };
    return start >= part.formerEnd ? { start: start + shift, end: end + shift } : undefined;
  }

  /** An anchor within the changed part. Its words may still be there. */
  #touched(place: AnchorPlace, { start, end }: Span): AnchorPlace {
    const { former } = this.#change;
    const { from, to } = this.#hunksAt(start, end);
    const present = this.#remains({ start, end });
    if (from === to && this.#isSure({ start, end }, from)) return this.#at(place, present.start, present.end);
    const words = {
      exact: former.slice(start, end),
      prefix: former.slice(Math.max(0, start - aroundMax), start),
      suffix: former.slice(end, end + aroundMax),
    };
    const found = this.#find(words, present) ?? this.#onlyOneIn({ start, end });
    if (found !== undefined) return this.#at(place, found, found + words.exact.length);
    return this.#lost(place, present, { length: end - start, begins: words.exact.slice(0, beginsMax) });
  }

  /** Whether unchanged words between two hunks are certainly those of the anchor, and not a chance match of the diff. */
  #isSure({ start, end }: Span, next: number): boolean {
    const { former, text } = this.#change;
    const [before, after] = [this.#hunks[next - 1], this.#hunks[next]];
    if (end - start >= distinctMin || start - (before?.end ?? 0) >= besideMin) return true;
    if ((after?.start ?? former.length) - end >= besideMin) return true;
    const exact = former.slice(start, end);
    return (
      this.#isOnceIn(former.slice(before?.start, after?.end), exact) &&
      this.#isOnceIn(text.slice(before?.presentStart, after?.presentEnd), exact)
    );
  }

  /**
   * Words that were changed on both sides, and that both texts have once in the changed part, in place. The differences may
   * have matched the blanks around them instead.
   */
  #onlyOneIn({ start, end }: Span): number | undefined {
    const { former, text, part } = this.#change;
    const exact = former.slice(start, end);
    const around = exact.length + 1;
    const from = Math.max(0, part.start - around);
    const now = text.slice(from, part.textEnd + around);
    if (!this.#isOnceIn(former.slice(from, part.formerEnd + around), exact) || !this.#isOnceIn(now, exact))
      return undefined;
    const at = from + now.indexOf(exact);
    const present = this.#rewritten({ start, end });
    const isInPlace = at <= present.end && at + exact.length >= present.start;
    return isInPlace && isWhole(text, at, at + exact.length) ? at : undefined;
  }

  /** The present text around a touched span, as far as nothing of some length beside it is unchanged. */
  #rewritten({ start, end }: Span): Span {
    const hunks = this.#hunks;
    let { from, to } = this.#hunksAt(start, end);
    const isClose = (one: Hunk | undefined, next: Hunk | undefined) => one && next && next.start - one.end < besideMin;
    while (isClose(hunks[from - 1], hunks[from])) from -= 1;
    while (isClose(hunks[to - 1], hunks[to])) to += 1;
    const remains = this.#remains({ start, end });
    return {
      start: Math.min(remains.start, hunks[from]?.presentStart ?? remains.start),
      end: Math.max(remains.end, hunks[to - 1]?.presentEnd ?? remains.end),
    };
  }

  /** False once too many characters were compared. */
  #isOnceIn(text: string, words: string): boolean {
    this.#compared += text.length;
    const at = this.#compared > comparedMax ? -1 : text.indexOf(words);
    return at >= 0 && text.indexOf(words, at + 1) < 0;
  }

  /** The words where they have come to; undefined if they are in no new part, or could be meant twice. */
  #find(words: AnchorWords, place: Span): number | undefined {
    const { part } = this.#change;
    const { length } = words.exact;
    const known = this.#signsOf(words);
    const found: { at: number; known: number }[] = [];
    for (const start of this.#search.placesOf(words.exact, part.start - length + 1, part.textEnd)) {
      const isInPlace = start <= place.end && start + length >= place.start;
      const signs = this.#isNew(start, length) ? known(start) : 0;
      if (signs >= (isInPlace ? 1 : 2)) found.push({ at: start, known: signs });
    }
    if (this.#search.isSpent) return undefined;
    const best = Math.max(...found.map((one) => one.known));
    const [one, other] = found.filter((candidate) => candidate.known === best);
    return other ? undefined : one?.at;
  }

  /** Whether words overlap a hunk: then they are new at this place. */
  #isNew(at: number, length: number): boolean {
    const hunks = this.#hunks;
    const next = hunks[firstIndex(hunks, ({ presentEnd }) => presentEnd > at)];
    return next !== undefined && next.presentStart < at + length;
  }

  /**
   * Counts the signs by which words are known at a place: what is before them and what is behind them, or that nothing else in
   * the text is like them.
   */
  #signsOf({ exact, prefix, suffix }: AnchorWords): (at: number) => number {
    const { text } = this.#change;
    const [before, after] = [prefix.slice(-besideMin), suffix.slice(0, besideMin)];
    // Paragraphs move as a whole.
    const head = prefix.slice(-aroundMax).split('\n').at(-1) ?? '';
    const whole = head + exact + suffix.slice(0, aroundMax).split('\n', 1)[0];
    let distinct: number | undefined;
    return (at) => {
      const end = at + exact.length;
      const isBehind = text.slice(Math.max(0, at - besideMin), at) === before;
      const isBefore = text.slice(end, end + besideMin) === after;
      if (isBehind && isBefore) return 2;
      distinct ??= this.#onlyPlaceOf(exact) ?? this.#onlyPlaceOf(whole, head.length) ?? -1;
      return distinct === at ? 2 : Number(isBehind || isBefore);
    };
  }

  /** Where words are that are long enough to be known by themselves; undefined if they are not there once. */
  #onlyPlaceOf(words: string, head = 0): number | undefined {
    if (words.length < distinctMin) return undefined;
    const [place, other] = this.#search.placesOf(words, 0, this.#change.text.length);
    return place !== undefined && other === undefined ? place + head : undefined;
  }

  /** Maps a touched span: from the first to the last present character that remains of it or replaces it. */
  #remains({ start, end }: Span): Span {
    const { from, to } = this.#hunksAt(start, end);
    const [first, last] = [this.#hunks[from], this.#hunks[to - 1]];
    const presentStart = from < to && first && first.start <= start ? first.presentStart : this.#shifted(start, from);
    const presentEnd = from < to && last && last.end >= end ? last.presentEnd : this.#shifted(end, to);
    return { start: presentStart, end: Math.max(presentStart, presentEnd) };
  }

  /** The present place of one that is in no difference, by the number of those before it. */
  #shifted(unit: number, before: number): number {
    const last = this.#hunks[before - 1];
    return unit + (last ? last.presentEnd - last.end : 0);
  }

  /** The differences that touch a span: an insertion at one of its ends does not. */
  #hunksAt(start: number, end: number): { from: number; to: number } {
    const hunks = this.#hunks;
    const from = firstIndex(hunks, (one) => one.end > start);
    return {
      from,
      to: Math.max(
        from,
        firstIndex(hunks, (one) => one.start >= end),
      ),
    };
  }

  #at({ id }: AnchorPlace, start: number, end: number): AnchorPlace {
    const points = this.#presentPoints;
    return { id, start: points.ofUnit(start), end: points.ofUnit(end), state: 'ok' };
  }

  #lost(
    { id }: AnchorPlace,
    { start, end }: Span,
    { length, begins }: Pick<AnchorPlace, 'length' | 'begins'>,
  ): AnchorPlace {
    const points = this.#presentPoints;
    const from = points.ofUnit(start);
    const lost = {
      id,
      start: from,
      ...(length === undefined ? {} : { length }),
      ...(begins === undefined ? {} : { begins }),
    };
    if (this.#change.text.slice(start, end).trim() === '') return { ...lost, end: from, state: 'orphaned' };
    return { ...lost, end: points.ofUnit(end), state: 'stale' };
  }
}

/** True if neither end of the part cuts a word. */
function isWhole(text: string, start: number, end: number): boolean {
  const [before, first, last, after] = [text.slice(start - 1, start), text[start], text[end - 1], text[end]];
  const joins = (one = '', other = '') => /[\p{L}\p{N}\p{M}]/u.test(one) && /[\p{L}\p{N}\p{M}]/u.test(other);
  return !joins(before, first) && !joins(last, after);
}

interface Span {
  start: number;
  end: number;
}
