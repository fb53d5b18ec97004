import { baseLanguage } from '../../story/names/languages.ts';
import { isHeadingOf } from '../remark/heading.ts';
import { anyOf } from '../remark/lexicon.ts';
import { hasMachineMark } from '../remark/marks.ts';
import { isRefusal, isRemarkIn } from '../remark/remark.ts';
import { isThought, isThoughtLabel } from '../remark/thought.ts';
import { type Draft, normalised, noText, type TextMaterial, type Verdict } from './material.ts';

interface Line {
  text: string;
  start: number;
}

/** Lines with letters, at their offsets. */
function linesOf(content: string): Line[] {
  return [...content.matchAll(/[^\n]+/gu)]
    .map(({ 0: text, index }) => ({ text, start: index }))
    .filter(({ text }) => /\p{L}/u.test(text));
}

const draftOf = ({ text, start }: Line, message: string, fix: string): Draft => ({
  evidence: normalised(text),
  message,
  fix,
  start,
  end: start + text.length,
});

/** Maximum characters of a text that is a refusal as a whole. Ours. */
const refusalMax = 700;

/** Lines in which a model speaks as an assistant. Inside the text a line must also name the chapter or the work. */
export function findMetaText({ content }: TextMaterial): Verdict {
  if (content === '') return noText;
  const lines = linesOf(content);
  const last = lines.length - 1;
  const declines = content.length <= refusalMax && isRefusal(content);
  const isMeta = ({ text }: Line, index: number) =>
    hasMachineMark(text) ||
    (index === 0 && (declines || isThought(text) || isThoughtLabel(text))) ||
    isRemarkIn(text, index === 0 ? 'first' : index === last ? 'last' : 'within');
  return lines
    .filter(isMeta)
    .map((line) =>
      draftOf(
        line,
        'This speaks to the author, as an assistant does.',
        'Take it out; waive it if a character says it.',
      ),
    );
}

/** In Spanish and Portuguese "TODO" is a word. */
const wordlikeTodo = new Set(['es', 'pt', 'gl', 'ca']);
const bracketed = new RegExp(
  `\\{\\{[^{}\\n]{1,120}\\}\\}|\\[\\s*(?:(?:${anyOf('inserts')})(?![\\p{L}\\p{N}])|todo|tk|xxx)[^\\]\\n]{0,200}\\](?!\\()|lorem ipsum`,
  'giu',
);
const todo = /(?<![\p{L}\p{N}])(?:TODO|FIXME|TBD)(?![\p{L}\p{N}])/gu;

/** Notes that stand for missing text. */
export function findPlaceholders({ content, language }: TextMaterial): Verdict {
  if (content === '') return noText;
  const patterns = wordlikeTodo.has(baseLanguage(language)) ? [bracketed] : [bracketed, todo];
  const found = patterns.flatMap((pattern) =>
    [...content.matchAll(pattern)].map(({ 0: text, index }) => ({ text, start: index })),
  );
  return found
    .filter((one) => !found.some((other) => other !== one && isWithin(one, other)))
    .toSorted((one, other) => one.start - other.start)
    .map((one) => draftOf(one, 'This stands for text that is missing.', 'Write the text, or take the note out.'));
}

function isWithin(one: Line, other: Line): boolean {
  return other.start <= one.start && other.start + other.text.length >= one.start + one.text.length;
}

/** Lines that repeat number or title: the first one, or a later one that is marked as a heading. */
export function findRepeatedHeadings({ content, chapter }: TextMaterial): Verdict {
  if (content === '') return noText;
  const lines = [...content.matchAll(/[^\n]*\S[^\n]*/gu)].map(({ 0: text, index }) => ({ text, start: index }));
  return lines
    .filter(({ text }, index) => (index === 0 || /^\s*#{1,6}\s/u.test(text)) && isHeadingOf(text, chapter))
    .map((line) =>
      draftOf(line, 'Readers see number and title of the chapter above its text already.', 'Take the line out.'),
    );
}
