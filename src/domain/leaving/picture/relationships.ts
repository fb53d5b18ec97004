import { round, text, widthOf } from '../../../drawing/lettering.ts';
import { type Drawing, headHeight, type LegendEntry, margin, moved } from '../../../drawing/svg.ts';
import { type Html, html } from '../../../markup.ts';
import { type ConflictStatus, conflictStatuses } from '../../story/conflict/rules.ts';
import type { Conflict } from '../../story/conflict/store.ts';
import { labelOf, type Person, type PicturedCast, strongestFirst } from './cast.ts';
import { type Layout, labelSize, layoutOf, type Route } from './layout.ts';
import { eye, eyeEntry } from './marks.ts';
import { linesShownMax } from './rules.ts';
import { castInWords, conflictsInWords, counted, factsOf, notesOf } from './words.ts';

const nameSize = 13;
const nameWidthMax = 170;
const boxHeight = 34;
const besideWidth = 210;
const besideStep = 26;

/** The cast as nodes and conflicts as edges; characters without conflicts are at the side. */
export async function drawRelationships(
  bookTitle: string,
  company: PicturedCast,
  conflicts: readonly Conflict[],
): Promise<Drawing> {
  const { people, leftOut } = company;
  const joined = people.filter(({ isAlone }) => !isAlone);
  const alone = people.filter(({ isAlone }) => isAlone);
  const known = new Set(joined.map(({ id }) => id));
  const between = strongestFirst(conflicts).filter(
    ({ fromCharacterId, toCharacterId }) => known.has(fromCharacterId) && known.has(toCharacterId),
  );
  const shown = between.slice(0, linesShownMax);
  const layout = await layoutOf(
    joined.map((one) => ({ id: idOf(one.id, joined), width: boxWidth(one), height: boxHeight })),
    shown.map((conflict) => ({
      from: idOf(conflict.fromCharacterId, joined),
      to: idOf(conflict.toCharacterId, joined),
      label: labelOn(conflict),
      isDirected: !conflict.mutual,
    })),
  );
  const notes = [
    ...notesOf(company, conflicts),
    ...(between.length > shown.length
      ? [
          `${counted(between.length - shown.length, 'more conflict')}, weaker or resolved, left out; the matrix shows them.`,
        ]
      : []),
  ];
  const body = Math.max(layout.height, alone.length > 0 ? (alone.length + 1) * besideStep : 0);
  const aside = alone.length > 0 ? besideWidth + margin : 0;
  const width = Math.max(660, margin * 2 + layout.width + aside);
  const left = (width - aside - layout.width) / 2;
  return {
    heading: bookTitle,
    subheading: `Relationships: ${counted(people.length + leftOut, 'character')}, ${counted(conflicts.length, 'conflict')}`,
    words: `${castInWords(company)} ${conflictsInWords(conflicts, people)}`,
    width,
    body: html`${moved(left, headHeight + 8, graph(joined, shown, layout))}
${beside(alone, width)}`,
    foot: headHeight + 8 + body,
    entries,
    notes,
  };
}

function idOf(characterId: string, joined: readonly Person[]): string {
  return `n${joined.findIndex(({ id }) => id === characterId)}`;
}

function boxWidth(one: Person): number {
  return Math.min(nameWidthMax, widthOf(labelOf(one), nameSize)) + (one.isPov ? 46 : 24);
}

function labelOn({ kind, intensity }: Conflict): string {
  return `${kind} ${intensity}`;
}

function graph(joined: readonly Person[], conflicts: readonly Conflict[], { boxes, lines }: Layout): Html {
  const routed = conflicts.flatMap((conflict, at) => {
    const route = lines[at];
    return route ? [{ conflict, route }] : [];
  });
  const named = (id: string) => joined.find((one) => one.id === id)?.name ?? '';
  const curves = routed.map(({ conflict, route }) => {
    const ends = `${named(conflict.fromCharacterId)} ${conflict.mutual ? '↔' : '→'} ${named(conflict.toCharacterId)}`;
    return html`<g><title>${ends}: ${factsOf(conflict)}</title>${curve(route, conflict.status, conflict.intensity)}</g>\n`;
  });
  // Drawn last, so that no edge crosses a label.
  const labels = routed.map(({ conflict, route: { label } }) => {
    const words = labelOn(conflict);
    const wide = widthOf(words, labelSize) + 4;
    return html`<rect class="paper" x="${round(label.x - wide / 2)}" y="${round(label.y - 8)}" width="${round(wide)}" height="16" rx="3"/>${text(label.x, label.y + 4, words, { size: labelSize, anchor: 'middle' })}`;
  });
  const people = joined.map((one, at) => box(one, boxes[at]?.x ?? 0, boxes[at]?.y ?? 0));
  return html`${curves}${labels}\n${people}`;
}

function box(one: Person, x: number, y: number): Html {
  const wide = boxWidth(one);
  const left = x - wide / 2;
  return html`<rect class="quiet pen-ink" stroke-width="${one.isPov ? 2 : 1}" x="${round(left)}" y="${round(y - boxHeight / 2)}" width="${round(wide)}" height="${boxHeight}" rx="8"/>${one.isPov && eye(left + 12, y)}${text(left + (one.isPov ? 34 : 12), y + 4.5, labelOf(one), { size: nameSize, look: one.isPov ? 'ink bold' : 'ink', widthMax: nameWidthMax })}`;
}

/** Status is the line style, independent of colour; intensity is the width, and is in the label. */
function curve({ points, tip }: Route, status: ConflictStatus, intensity: number): Html {
  const [first, ...rest] = points.map(({ x, y }) => `${round(x)} ${round(y)}`);
  const path = `M${first ?? ''}${rest.length > 0 ? `C${rest.join(' ')}` : ''}`;
  return html`${stroke(path, status, intensity)}${tip && arrow(points.at(-1) ?? tip, tip, status)}`;
}

function stroke(path: string, status: ConflictStatus, intensity: number): Html {
  const wide = 0.8 + intensity * 0.8;
  const line = (look: string, width: number, more = html``) =>
    html`<path d="${path}" fill="none" class="${look}" stroke-width="${round(width)}"${more}/>`;
  const lines: Readonly<Record<ConflictStatus, () => Html>> = {
    latent: () => line('pen-accent', wide, html` stroke-dasharray="0.1 ${round(wide + 4)}" stroke-linecap="round"`),
    open: () => line('pen-accent', wide),
    escalating: () => html`${line('pen-strong', wide + 2.4)}${line('pen-paper', wide * 0.36)}`,
    resolved: () => line('pen-muted', wide, html` stroke-dasharray="9 6"`),
  };
  return lines[status]();
}

function arrow(from: { x: number; y: number }, tip: { x: number; y: number }, status: ConflictStatus): Html {
  const turn = (Math.atan2(tip.y - from.y, tip.x - from.x) * 180) / Math.PI;
  const look = status === 'escalating' ? 'strong' : status === 'resolved' ? 'muted' : 'accent';
  return html`<path class="${look}" d="M0 0L-12 -6L-12 6Z" transform="translate(${round(tip.x)} ${round(tip.y)}) rotate(${round(turn)})"/>`;
}

function beside(alone: readonly Person[], width: number): Html {
  if (alone.length === 0) return html``;
  const left = width - besideWidth - margin;
  const rows = alone.map((one, at) => {
    const y = headHeight + 20 + (at + 1) * besideStep;
    const look = one.isPov ? 'ink bold' : 'ink';
    return html`${text(left + 36, y, labelOf(one), { size: nameSize, look, widthMax: nameWidthMax })}${one.isPov && eye(left + 14, y - 4.5)}`;
  });
  const height = alone.length * besideStep;
  return html`<path d="M${round(left)} ${headHeight + 8}v${height + 24}" class="pen-rule" stroke-width="2"/>${text(left + 14, headHeight + 20, 'In no conflict', { size: 12, look: 'muted' })}${rows}`;
}

const entries: readonly LegendEntry[] = [
  ...conflictStatuses.map(
    (status): LegendEntry => ({ mark: html`${stroke('M0 0H34', status, 3)}`, markWidth: 34, words: status }),
  ),
  {
    mark: html`${stroke('M0 -4H22', 'open', 1)}${stroke('M0 5H22', 'open', 5)}`,
    markWidth: 22,
    words: 'intensity, 1 to 5',
  },
  {
    mark: html`${stroke('M0 0H24', 'open', 2)}${arrow({ x: 0, y: 0 }, { x: 34, y: 0 }, 'open')}`,
    markWidth: 34,
    words: 'one side alone feels it',
  },
  eyeEntry,
];
