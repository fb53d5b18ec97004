import { round, text, widthOf } from '../../../drawing/lettering.ts';
import { type Drawing, headHeight, type LegendEntry, margin } from '../../../drawing/svg.ts';
import { type Html, html } from '../../../markup.ts';
import { conflictStatuses } from '../../story/conflict/rules.ts';
import type { Conflict } from '../../story/conflict/store.ts';
import { labelOf, type Person, type PicturedCast, strongestFirst } from './cast.ts';
import { conflictMark, eye, eyeEntry, kindCodes } from './marks.ts';
import { castInWords, conflictsInWords, counted, factsOf, notesOf } from './words.ts';

/** Cell size in pixels by maximum number of characters; beyond, the smallest that holds a number and a kind. */
const cellSides: readonly (readonly [peopleMax: number, side: number])[] = [
  [8, 76],
  [14, 62],
  [24, 46],
  [40, 34],
];
const cellSideMin = 28;
const nameWidthMax = 190;
const nameSize = 13;
/** From this size a cell holds two marks, or one with its kind as a word. */
const roomySide = 60;

interface Grid {
  side: number;
  left: number;
  top: number;
}

/** Matrix of ordered pairs: rows are the characters who feel, columns those it is about. */
export function drawMatrix(bookTitle: string, company: PicturedCast, conflicts: readonly Conflict[]): Drawing {
  const { people, leftOut } = company;
  const side = cellSides.find(([most]) => people.length <= most)?.[1] ?? cellSideMin;
  const longest = Math.min(nameWidthMax, Math.max(0, ...people.map((one) => widthOf(`∅ ${labelOf(one)}`, nameSize))));
  // Column names are rotated by 45°.
  const leaning = longest * Math.SQRT1_2;
  const grid: Grid = { side, left: round(margin + longest + 36), top: round(headHeight + leaning + 14) };
  const span = side * people.length;
  return {
    heading: bookTitle,
    subheading: `Conflict matrix: ${counted(people.length + leftOut, 'character')}, ${counted(conflicts.length, 'conflict')}`,
    words: `Each cell tells what the character of its row feels towards the character of its column. ${castInWords(company)} ${conflictsInWords(conflicts, people)}`,
    width: Math.max(660, grid.left + span + leaning + margin),
    body: html`${lines(people.length, grid)}${people.map((one, at) => names(one, at, grid))}
${cells(people, conflicts, grid)}`,
    foot: grid.top + span,
    entries,
    notes: notesOf(company, conflicts),
  };
}

function lines(count: number, { side, left, top }: Grid): Html {
  if (count === 0) return html``;
  const span = side * count;
  const across = Array.from({ length: count + 1 }, (_, at) => `M${left} ${top + at * side}h${span}`);
  const down = Array.from({ length: count + 1 }, (_, at) => `M${left + at * side} ${top}v${span}`);
  const same = Array.from(
    { length: count },
    (_, at) => `M${left + at * side} ${top + at * side}h${side}v${side}h-${side}z`,
  );
  return html`<path d="${same.join('')}" class="quiet"/><path d="${across.join('')}${down.join('')}" class="pen-rule" stroke-width="1"/>`;
}

function names(one: Person, at: number, { side, left, top }: Grid): Html {
  const middle = at * side + side / 2;
  const look = one.isAlone ? 'muted' : 'ink';
  const label = `${one.isAlone ? '∅ ' : ''}${labelOf(one)}`;
  const row = text(left - 32, top + middle + 4.5, label, {
    size: nameSize,
    look,
    anchor: 'end',
    widthMax: nameWidthMax,
  });
  const column = text(left + middle + 3, top - 8, label, { size: nameSize, look, widthMax: nameWidthMax, turn: -45 });
  return html`${row}${column}${one.isPov && eye(left - 23, top + middle)}`;
}

function cells(people: readonly Person[], conflicts: readonly Conflict[], grid: Grid): Html {
  const places = new Map(people.map(({ id }, at) => [id, at]));
  const directed = strongestFirst(conflicts).flatMap((conflict) => {
    const [from, to] = [places.get(conflict.fromCharacterId), places.get(conflict.toCharacterId)];
    if (from === undefined || to === undefined) return [];
    const there = { row: from, column: to, conflict };
    return conflict.mutual ? [there, { row: to, column: from, conflict }] : [there];
  });
  const byCell = Map.groupBy(directed, ({ row, column }) => row * people.length + column);
  const drawn = [...byCell].toSorted(([one], [other]) => one - other);
  return html`${drawn.map(([place, inIt]) => {
    const [row, column] = [Math.floor(place / people.length), place % people.length];
    const kinds = inIt.map(({ conflict }) => conflict);
    const pair = `${people[row]?.name} → ${people[column]?.name}`;
    return html`<g><title>${pair}: ${kinds.map(factsOf).join('; ')}</title>${cell(grid.left + column * grid.side, grid.top + row * grid.side, grid.side, kinds)}</g>\n`;
  })}`;
}

/** The strongest conflicts of a cell, two if there is room, and the number of others. */
function cell(x: number, y: number, side: number, conflicts: readonly Conflict[]): Html {
  const roomy = side >= roomySide;
  const shown = conflicts.slice(0, roomy ? 2 : 1);
  const more = conflicts.length - shown.length;
  const radiusMax = roomy && shown.length === 2 ? side * 0.2 : side * 0.29;
  const marks = shown.map((conflict, at) => {
    const middle = x + (side * (at + 0.5)) / shown.length - (more > 0 && !roomy ? side * 0.12 : 0);
    const radius = radiusMax * (0.66 + 0.085 * (conflict.intensity - 1));
    const word = roomy && shown.length === 1 ? conflict.kind : kindCodes[conflict.kind];
    const size = side < roomySide ? Math.max(8, Math.round(side * 0.26)) : 11;
    const kind = text(middle, y + side - side * 0.07, word, { size, anchor: 'middle' });
    return html`${conflictMark(round(middle), round(y + side * 0.4), round(radius), conflict.status, conflict.intensity)}${kind}`;
  });
  const rest =
    more > 0 &&
    text(x + side - 2, y + (roomy ? 13 : 9), `+${more}`, { size: roomy ? 11 : 9, look: 'ink bold', anchor: 'end' });
  return html`${marks}${rest}`;
}

const entries: readonly LegendEntry[] = [
  { mark: html``, markWidth: -6, words: 'Rows → columns: who feels it, towards whom.' },
  ...conflictStatuses.map(
    (status): LegendEntry => ({ mark: conflictMark(10, 0, 9, status, 3), markWidth: 20, words: status }),
  ),
  {
    mark: html`${conflictMark(8, 0, 7, 'open', 1)}${conflictMark(31, 0, 12, 'open', 5)}`,
    markWidth: 44,
    words: 'intensity, 1 to 5',
  },
  eyeEntry,
  { mark: text(0, 4, '+1', { size: 11, look: 'ink bold' }), markWidth: 16, words: 'further conflicts' },
  { mark: text(0, 4, '∅', { size: 12, look: 'muted' }), markWidth: 12, words: 'in no conflict' },
  ...Object.entries(kindCodes).map(
    ([kind, code]): LegendEntry => ({
      mark: text(0, 4, code, { size: 12, look: 'ink bold' }),
      markWidth: 18,
      words: kind,
    }),
  ),
];
