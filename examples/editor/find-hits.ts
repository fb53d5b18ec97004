import { h } from './dom.ts';
import { withoutEscapes } from './escapes.ts';
import { occurrencesOf, type Place, type Wanted } from './occurrences.ts';
import type { FindTextQuery } from './operations.gen.ts';
import { mayWrite } from './rights.ts';

export type Searched = NonNullable<FindTextQuery['book']>['chapters'][number];

const fields = { title: 'Title', summary: 'Summary', notes: 'Notes', content: '' } as const;

/** One place in one text of a chapter. */
export interface Hit extends Place {
  field: keyof typeof fields;
  isChosen: boolean;
}

/** A chapter with its places, in the order of its texts. */
export interface Found {
  chapter: Searched;
  hits: Hit[];
}

export const hitsMax = 1_000;
/** Characters beside the words of a hit. */
const around = 40;

/** The chapters that have the words, up to a number of places that people can look through. */
export function foundIn(chapters: readonly Searched[], wanted: Wanted): Found[] {
  let left = hitsMax;
  return chapters.flatMap((chapter) => {
    const hits = (Object.keys(fields) as (keyof typeof fields)[])
      .flatMap((field) => occurrencesOf(chapter[field], wanted).map((place) => ({ ...place, field, isChosen: true })))
      .slice(0, left);
    left -= hits.length;
    return hits.length === 0 ? [] : [{ chapter, hits }];
  });
}

/** The places of a chapter, each to be opened, or left out. */
export function hitList({ chapter, hits }: Found, open: (hit: Hit) => void): HTMLElement {
  const texts = Object.fromEntries(Object.keys(fields).map((field) => [field, ''])) as Record<Hit['field'], string>;
  for (const { field } of hits) texts[field] ||= withoutEscapes(chapter[field]);
  return h(
    'section',
    { 'aria-label': chapter.title },
    h('h3', {}, `${chapter.order}. ${chapter.title}`),
    h('ul', {}, ...hits.map((hit) => rowOf(hit, texts[hit.field], open))),
  );
}

function rowOf(hit: Hit, text: string, open: (hit: Hit) => void): HTMLElement {
  const { start, end, field } = hit;
  const choose = h('input', {
    type: 'checkbox',
    checked: true,
    'aria-label': 'Replace here',
    'data-needs': 'books:write',
  });
  choose.addEventListener('change', () => {
    hit.isChosen = choose.checked;
  });
  const words = [
    fields[field] === '' ? '' : `${fields[field]}: `,
    (start > around ? '… ' : '') + text.slice(Math.max(0, start - around), start).toWellFormed(),
    h('mark', {}, text.slice(start, end)),
    text.slice(end, end + around).toWellFormed() + (end + around < text.length ? ' …' : ''),
  ];
  const show = h('button', { type: 'button', class: 'chapter', onclick: () => open(hit) }, h('span', {}, ...words));
  return h('li', {}, ...(mayWrite() ? [choose] : []), show);
}
