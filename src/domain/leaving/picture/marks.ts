import { round, text } from '../../../drawing/lettering.ts';
import type { LegendEntry } from '../../../drawing/svg.ts';
import { type Html, html } from '../../../markup.ts';
import type { ConflictKind, ConflictStatus } from '../../story/conflict/rules.ts';

/** Status is shape and line style, intensity is size and number: nothing depends on colour alone. */
export function conflictMark(x: number, y: number, radius: number, status: ConflictStatus, intensity: number): Html {
  const size = Math.max(9, Math.round(radius));
  const number = text(x, y + size * 0.36, String(intensity), {
    size,
    anchor: 'middle',
    look: `bold ${status === 'escalating' ? 'paper' : 'ink'}`,
  });
  return html`${shapeOf(x, y, radius, status)}${number}`;
}

function shapeOf(x: number, y: number, radius: number, status: ConflictStatus): Html {
  const tall = round(radius * 1.16);
  const side = round(radius * 1.76);
  const corner = { x: round(x - side / 2), y: round(y - side / 2) };
  const shapes: Readonly<Record<ConflictStatus, Html>> = {
    latent: html`<circle cx="${x}" cy="${y}" r="${radius}" fill="none" class="pen-accent" stroke-width="1.5" stroke-dasharray="3 2.5"/>`,
    open: html`<circle cx="${x}" cy="${y}" r="${radius}" class="soft pen-accent" stroke-width="1.5"/>`,
    escalating: html`<path d="M${x} ${round(y - tall)}l${tall} ${tall}l-${tall} ${tall}l-${tall} -${tall}z" class="strong pen-strong" stroke-width="1.5" stroke-linejoin="round"/>`,
    resolved: html`<rect x="${corner.x}" y="${corner.y}" width="${side}" height="${side}" class="quiet pen-muted" stroke-width="1.2"/><path d="M${corner.x} ${round(corner.y + side)}h${side}" class="pen-muted" stroke-width="3"/>`,
  };
  return shapes[status];
}

/** Abbreviations for narrow cells. */
export const kindCodes: Readonly<Record<ConflictKind, string>> = {
  goal: 'Go',
  value: 'Va',
  loyalty: 'Ly',
  secret: 'Se',
  power: 'Po',
  rivalry: 'Ri',
  love: 'Lv',
  debt: 'De',
  ideology: 'Id',
  other: 'Ot',
};

/** An eye marks viewpoint characters. */
export function eye(x: number, y: number): Html {
  return html`<g class="pen-ink" fill="none" stroke-width="1.4"><title>Point of view</title><path d="M${round(x)} ${round(y)}q7 -8 14 0q-7 8 -14 0z"/><circle cx="${round(x + 7)}" cy="${round(y)}" r="2" class="ink"/></g>`;
}

export const eyeEntry: LegendEntry = { mark: eye(0, 0), markWidth: 14, words: 'point of view' };
