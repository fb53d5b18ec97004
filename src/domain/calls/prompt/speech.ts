import type { CastNames } from '../../story/names/cast-names.ts';
import { charactersIn } from '../../story/names/names-in-text.ts';

/** UTF-16 units of speech between single marks, and of a clause beside speech, that are read. Ours. */
const [unitsMax, clauseMax] = [600, 200];

const between = ['“”', '””', '„“”', '«»', '»«', '「」', '『』', '""'].map(
  ([open, ...close]) => `${open}[^${close.join('')}\\n]*(?:[${close.join('')}]|$)`,
);
/** Speech between marks. A single mark before a letter is an apostrophe. */
const quoted = new RegExp(`${between.join('|')}|(?<!\\p{L})‘(?:[^’\\n]|’(?=\\p{L})){0,${unitsMax}}’`, 'gu');
const leadingDash = /^\s*[—–]/u;
/** Stands for what is said. */
const said = '\u0001';

/** The words of the narrator in a paragraph, with a mark for each thing that is said; undefined if nothing is said. */
function narratedIn(paragraph: string): string | undefined {
  if (leadingDash.test(paragraph)) return narratedByDashes(paragraph);
  const narrated = paragraph.replace(quoted, said);
  return narrated.includes(said) ? narrated : undefined;
}

/** Dashes set off the words of the narrator in turn, or the last clause is theirs. */
function narratedByDashes(paragraph: string): string {
  const parts = paragraph.split(/[—–]/u).slice(1);
  if (parts.length > 1) return parts.map((part, at) => (at % 2 === 0 ? said : part)).join('');
  const [last = ''] = /(?<=[,!?…]\s+)\p{Ll}[^,!?…]*$/u.exec(paragraph) ?? [];
  return said + last;
}

/**
 * Who speaks in a paragraph: the one who is named in the clause beside the speech, else the only one whom its narrator names.
 * Undefined where nothing is said or that is not clear.
 */
export function speakerOf(paragraph: string, names: CastNames): string | undefined {
  const narrated = narratedIn(paragraph);
  if (narrated === undefined) return undefined;
  const [beside] = clausesBeside(narrated).flatMap((clause) => charactersIn(clause, names));
  if (beside !== undefined) return beside;
  const all = charactersIn(narrated.replaceAll(said, ' '), names);
  return all.length === 1 ? all[0] : undefined;
}

/** Clauses behind what is said, then those that announce it. */
function clausesBeside(narrated: string): string[] {
  const parts = narrated.split(said);
  const behind = parts
    .slice(1)
    .map((part) => /^\s*,?\s*(\p{Ll}[^.!?;:]*|[^.!?;:,]*)/u.exec(part.slice(0, clauseMax))?.[1]);
  const before = parts.slice(0, -1).map((part) => /([^.!?]*)[,:]\s*$/u.exec(part.slice(-clauseMax))?.[1]);
  return [...behind, ...before].flatMap((clause) => (clause?.trim() ? [clause.trim()] : []));
}
