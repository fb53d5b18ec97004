import type { Issue } from '../../../errors.ts';
import { lengthOf } from '../../shapes.ts';
import { Points } from '../anchor/points.ts';
import type { AnchorWords } from '../anchor/rules.ts';
import { Locator, type Passage } from './locate.ts';
import { paragraphsOf } from './paragraphs.ts';
import { type AnchorRequest, besideMax, passageMax } from './rules.ts';
import { whyNotFound } from './unfound.ts';

/** Words of a text with their place in code points. */
export interface AnchoredWords extends AnchorWords {
  /** Whether a quote stands in the text as it was sent. */
  isExact: boolean;
  start: number;
  end: number;
}

/** Finds the words of one text that callers name. What several of them need is made once. */
export class Anchoring {
  readonly #text: string;
  readonly #points: Points;
  readonly #locator: Locator;
  #paragraphs: Passage[] | undefined;

  constructor(text: string) {
    this.#text = text;
    this.#points = new Points(text);
    this.#locator = new Locator(text);
  }

  /** The words that a request names, or why it names none. `path` is where it stands in the call. */
  find(request: AnchorRequest, path: string): { words: AnchoredWords } | { issue: Issue } {
    const issueAt = (member: string, message: string) => ({
      issue: { path: path === '' ? member : `${path}.${member}`, message },
    });
    const fault = faultOf(request);
    if (fault) return issueAt(...fault);
    const passage = this.#passageOf(request);
    if ('fault' in passage) return issueAt(...passage.fault);
    const { start, end, isExact } = passage;
    const length = lengthOf(this.#text.slice(start, end));
    if (length > passageMax)
      return issueAt(formOf(request), `names ${length} characters; the limit is ${passageMax}. Name fewer.`);
    if (this.#text.slice(start, end).trim() === '')
      return issueAt(formOf(request), 'names no words. Name at least one character that is not blank.');
    return { words: { ...this.#wordsAt(start, end), isExact } };
  }

  #passageOf({ quote, prefix, suffix, paragraph, start, end }: AnchorRequest): Named | { fault: Fault } {
    if (quote !== undefined) {
      const found = this.#locator.findBetween(prefix ?? '', quote, suffix ?? '');
      return 'passage' in found
        ? { ...found.passage, isExact: found.isExact }
        : { fault: ['quote', whyNotFound(this.#text, found)] };
    }
    if (paragraph !== undefined) {
      this.#paragraphs ??= paragraphsOf(this.#text);
      const count = this.#paragraphs.length;
      const found = this.#paragraphs[paragraph - 1];
      return found ? { ...found, isExact: true } : { fault: ['paragraph', `is not there: the text has ${count}.`] };
    }
    const length = this.#points.ofUnit(this.#text.length);
    if ((end ?? 0) > length)
      return { fault: ['end', `is behind the end of the text, which has ${length} characters.`] };
    return { start: this.#points.toUnit(start ?? 0), end: this.#points.toUnit(end ?? 0), isExact: true };
  }

  #wordsAt(from: number, to: number): Omit<AnchoredWords, 'isExact'> {
    const [start, end] = [this.#points.ofUnit(from), this.#points.ofUnit(to)];
    const before = this.#points.toUnit(Math.max(0, start - besideMax));
    const after = this.#points.toUnit(Math.min(this.#points.ofUnit(this.#text.length), end + besideMax));
    return {
      start,
      end,
      exact: this.#text.slice(from, to),
      prefix: this.#text.slice(before, from),
      suffix: this.#text.slice(to, after),
    };
  }
}

/** A passage that was named. */
type Named = Passage & { isExact: boolean };

/** The member of a request that is at fault, and what to say of it. */
type Fault = [member: string, message: string];

const formOf = ({ quote, paragraph }: AnchorRequest) =>
  quote !== undefined ? 'quote' : paragraph !== undefined ? 'paragraph' : 'start';

/** Whether a request names any words. */
export const namesWords = ({ quote, paragraph, start, end }: AnchorRequest): boolean =>
  [quote, paragraph, start, end].some((member) => member !== undefined);

function faultOf(request: AnchorRequest): Fault | undefined {
  const { quote, prefix, suffix, paragraph, start, end, version } = request;
  const forms = [quote, paragraph, start ?? end].filter((member) => member !== undefined);
  if (forms.length === 0) return ['quote', 'is missing. Send a quote, a paragraph, or start, end and version.'];
  if (forms.length > 1)
    return [formOf(request), 'does not go with another place. Send a quote, a paragraph, or a span.'];
  if (quote === undefined && (prefix ?? suffix) !== undefined)
    return [prefix === undefined ? 'suffix' : 'prefix', 'goes with a quote only.'];
  if (start === undefined && end === undefined) return undefined;
  if (start === undefined || end === undefined || version === undefined)
    return [
      start === undefined ? 'start' : end === undefined ? 'end' : 'version',
      'is missing beside the others of a span.',
    ];
  return end > start ? undefined : ['end', `must be greater than start, ${start}.`];
}
