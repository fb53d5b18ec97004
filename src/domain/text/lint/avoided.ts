import { type Draft, type Material, normalised, noText, type Verdict } from './material.ts';
import { keyOf } from './patterns/narration.ts';
import { PhraseIndex } from './patterns/phrases.ts';
import { readWords, type Span } from './prose.ts';

/** Scripts without spaces between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** A sentence or paragraph ends between two words. */
const boundary = /[.!?…;:]|\n\s*\n/u;

interface Found extends Span {
  entry: string;
}

/** Words and phrases that the style avoids, wherever they stand, in speech too. */
export function findAvoidedWords({ content, language, prose, style }: Material): Verdict {
  if (content === '') return noText;
  if (style.avoid.length === 0) return { skipped: 'The style lists no words to avoid.' };
  const entries = style.avoid.map((entry) => ({ entry, words: readWords(entry, language).map(keyOf) }));
  const isLiteral = ({ entry, words }: (typeof entries)[number]) => words.length === 0 || unspaced.test(entry);
  const spelled = new Map(entries.filter((one) => !isLiteral(one)).map(({ entry, words }) => [words.join(' '), entry]));
  const index = new PhraseIndex(entries.filter((one) => !isLiteral(one)).map(({ words }) => words));
  const words = prose.words.map(({ text, start, end }) => ({ key: keyOf(text), start, end }));
  const isJoined = (before: Span, after: Span) => !boundary.test(content.slice(before.end, after.start));
  const found: Found[] = [
    ...index
      .find(words, isJoined)
      .map(({ start, end, phrase }) => ({ start, end, entry: spelled.get(phrase.join(' ')) ?? phrase.join(' ') })),
    ...literals(content, new Set(entries.filter(isLiteral).map(({ entry }) => entry))),
  ];
  return found.toSorted((one, other) => one.start - other.start).map(draftOf);
}

/** Occurrences of texts as they are written, in either case. */
function literals(content: string, entries: ReadonlySet<string>): Found[] {
  const text = content.toLowerCase();
  // A few letters have another length in lower case: then positions would be wrong.
  const searched = text.length === content.length ? text : content;
  return [...entries].flatMap((entry) => {
    const found: Found[] = [];
    const sought = searched === text ? entry.toLowerCase() : entry;
    for (let at = searched.indexOf(sought); at >= 0; at = searched.indexOf(sought, at + sought.length))
      found.push({ start: at, end: at + sought.length, entry });
    return found;
  });
}

function draftOf({ start, end, entry }: Found): Draft {
  return {
    evidence: normalised(entry) || entry,
    message: `The style of the book avoids “${entry}”.`,
    fix: 'Say it in another way, or take the entry off the list `avoid` of the style.',
    start,
    end,
  };
}
