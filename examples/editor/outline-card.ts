import { h, type Row } from './dom.ts';
import type { GradeFragment, VariantFragment } from './operations.gen.ts';
import { inOurTerms } from './wording.ts';

/** An outline to compare: the book's own, or one that a model has made. */
export interface Card extends Partial<Pick<VariantFragment, 'genre' | 'audience' | 'model' | 'adoptedAt'>> {
  id: string;
  kind: 'own' | 'variant';
  heading: string;
  chapters: readonly { title: string; summary: string }[];
  grade: VariantFragment['grade'];
}

export interface Deeds {
  /** `judge`: a model judges, too, which costs. */
  grade(card: Card, judge: boolean): Promise<void>;
  adopt(card: Card): Promise<void>;
  remove(card: Card): Promise<void>;
}

export function outlineCard(deeds: Deeds): Row<Card> {
  let card: Card | undefined;
  const element = h('li', { class: 'outline' });
  return {
    element,
    update(now) {
      if (JSON.stringify(card) === JSON.stringify(now)) return;
      card = now;
      element.setAttribute('aria-label', now.heading);
      element.replaceChildren(...parts(now, deeds));
    },
  };
}

function parts(card: Card, deeds: Deeds): HTMLElement[] {
  const { heading, kind, genre, audience, model, adoptedAt, chapters, grade } = card;
  const facts = [genre, audience, model, adoptedAt ? 'adopted' : undefined].filter(Boolean).join(' · ');
  const none = h('p', { class: 'hint' }, 'No chapters yet.');
  const lines = chapters.map(({ title, summary }) => h('li', {}, h('strong', {}, title), h('p', {}, summary)));
  return [
    h('h3', {}, heading),
    ...(facts ? [h('p', { class: 'facts' }, facts)] : []),
    ...(grade ? [gradePart(grade)] : []),
    actions(card, deeds),
    chapters.length > 0 ? h('ol', {}, ...lines) : none,
    ...(kind === 'variant' ? [removal(card, deeds)] : []),
  ];
}

function actions(card: Card, { grade, adopt }: Deeds): HTMLElement {
  const { kind, chapters } = card;
  const adoption = h(
    'button',
    { type: 'button', class: 'primary', 'data-needs': 'books:write', onclick: () => adopt(card) },
    'Adopt',
  );
  const check = h(
    'button',
    { type: 'button', 'data-needs': 'books:write', title: 'Costs nothing', onclick: () => grade(card, false) },
    'Check',
  );
  const judge = h(
    'button',
    {
      type: 'button',
      'data-needs': 'generation:run',
      'data-feature': 'generation',
      onclick: () => grade(card, true),
    },
    'Grade',
  );
  return h(
    'div',
    { class: 'actions' },
    ...(chapters.length > 0 ? [check, judge] : []),
    ...(kind === 'variant' ? [adoption] : []),
  );
}

function removal(card: Card, { remove }: Deeds): HTMLElement {
  const button = h(
    'button',
    { type: 'button', class: 'quiet', 'data-needs': 'books:write', onclick: () => remove(card) },
    'Delete this outline',
  );
  return h('div', { class: 'actions' }, button);
}

const chaptersOf = (numbers: readonly number[]) => (numbers.length === 0 ? '' : `Chapter ${numbers.join(', ')}: `);

function gradePart({ score, band, isComplete, dimensions, findings }: GradeFragment): HTMLElement {
  const ranks = dimensions.map(({ label, score: part }) =>
    h('li', {}, h('span', {}, label), h('span', { class: 'facts' }, part === null ? '–' : String(part))),
  );
  const faults = findings.map(({ chapters, evidence, fix }) =>
    h('li', {}, `${chaptersOf(chapters)}${inOurTerms(`${evidence} ${fix}`)}`),
  );
  return h(
    'details',
    { class: 'grade' },
    h('summary', {}, h('strong', {}, `${score} of 100`), ` ${band}${isComplete ? '' : ', without a model'}`),
    h('ul', { class: 'beats' }, ...ranks),
    ...(faults.length > 0 ? [h('ul', { class: 'findings' }, ...faults)] : []),
  );
}
