import { conflictWords } from '../../calls/prompt/conflict-line.ts';
import { clip, oneLine, tagged } from '../../calls/prompt/fence.ts';
import { defaultTitle, toldPremise } from '../../story/book/rules.ts';
import type { BookMaterial, OutlineCharacter, OutlineConflict, OutlineMood } from './outline-input.ts';

// Limits of prompt parts, in code points before escaping. Ours.
const descriptionMax = 1_000;
const sourceMax = 120;
const moodMax = 160;
// Shared equally by the cast, without names, which are always complete because the answer uses them.
const castMax = 30_000;
const bioMax = 400;
const conflictsShownMax = 40;
const clauseMax = 160;
// A shorter remainder of a text is dropped.
const restMin = 20;

/** Title, premise, plan and mood references. */
export function bookMaterial({ book, plan }: BookMaterial, moods: readonly OutlineMood[] = [], share = 1): string {
  return fenced('plan', [
    book.title === defaultTitle ? undefined : tagged('title', book.title),
    tagged('premise', toldPremise(book.premise)),
    tagged('description', clip(book.description ?? '', descriptionMax * share)),
    tagged('theme', plan.themeStatement),
    tagged('promise_to_the_reader', plan.readerPromise),
    tagged('comparable_authors', plan.compAuthors),
    tagged('genre', book.genre),
    tagged('audience', book.audience),
    tagged('tone', book.toneStyle),
    book.targetWords ? `<length_in_words>${book.targetWords}</length_in_words>` : undefined,
    ...firstOf(plan.researchCitations, share).map(({ title }) => between('source', oneLine(title, sourceMax))),
    ...firstOf(moods, share).map(({ kind, title, note }) =>
      between('mood', oneLine(`${kind}: ${title}. ${note}`, moodMax)),
    ),
  ]);
}

function firstOf<Item>(items: readonly Item[], share: number): readonly Item[] {
  return items.slice(0, Math.ceil(items.length * share));
}

/** All names of the cast, with as much detail as an equal share of the limit allows. */
export function castMaterial(cast: readonly OutlineCharacter[], share = 1): string {
  return fenced(
    'cast',
    cast.map((character) => characterLine(character, (castMax * share) / cast.length)),
  );
}

function characterLine(character: OutlineCharacter, share: number): string {
  let room = share;
  const said = [
    ['role', character.role, clauseMax],
    ['status', statusWords(character), clauseMax],
    ['want', character.want, clauseMax],
    ['also_called', namesOf(character), clauseMax],
    ['fear', character.fear, clauseMax],
    ['false_belief', character.lie, clauseMax],
    ['bio', character.bio, bioMax],
  ] as const;
  const fields = said.flatMap(([tag, text, max]) => {
    const frame = ` <${tag}></${tag}>`.length;
    if (!text?.trim() || room - frame < restMin) return [];
    const shown = clip(text.replace(/\s+/gu, ' ').trim(), Math.min(max, Math.floor(room - frame)));
    room -= frame + Array.from(shown).length;
    return [between(tag, oneLine(shown))];
  });
  return [`- ${oneLine(character.name)}${character.isPov ? ' (viewpoint)' : ''}`, ...fields].join(' ');
}

/** "away from chapter 3; dead after chapter 12", as the author has dated it. */
function statusWords({ status = [] }: OutlineCharacter): string {
  return status
    .map(({ is, order }) => (order === 0 ? is : `${is} ${is === 'dead' ? 'after' : 'from'} chapter ${order}`))
    .join('; ');
}

function namesOf({ aliases, datedAliases = [] }: OutlineCharacter): string {
  const later = datedAliases.map(({ text, order }) => (order === 0 ? text : `${text} (from chapter ${order})`));
  return [...aliases, ...later].join(', ');
}

/** The strongest conflicts, at most 40, one per line; resolved ones are marked and last. */
export function conflictMaterial({ conflicts, cast }: Pick<BookMaterial, 'conflicts' | 'cast'>, share = 1): string {
  const names = new Map(cast.map(({ id, name }) => [id, oneLine(name)]));
  const shown = conflicts
    .filter(({ fromCharacterId, toCharacterId }) => names.has(fromCharacterId) && names.has(toCharacterId))
    .toSorted((one, other) => rank(one) - rank(other) || (one.id < other.id ? -1 : 1))
    .slice(0, Math.ceil(conflictsShownMax * share));
  return fenced(
    'conflicts',
    shown.map((conflict) => {
      const { description, stakes, connection } = conflict;
      return [
        conflictWords(conflict, names),
        between('about', oneLine(description, clauseMax)),
        between('at_stake', oneLine(stakes ?? '', clauseMax)),
        between('bond', oneLine(connection ?? '', clauseMax)),
      ]
        .filter(Boolean)
        .join(' ');
    }),
  );
}

function rank({ status, intensity }: OutlineConflict): number {
  return (status === 'resolved' ? 10 : 0) - intensity;
}

/** Lines between two tags; empty without lines. */
export function fenced(tag: string, lines: readonly (string | undefined)[]): string {
  const shown = lines.filter(Boolean);
  return shown.length === 0 ? '' : [`<${tag}>`, ...shown, `</${tag}>`].join('\n');
}

/** Material between two tags; undefined if it is empty. */
export function between(tag: string, text: string): string | undefined {
  return text === '' ? undefined : `<${tag}>${text}</${tag}>`;
}
