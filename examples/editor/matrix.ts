import type { Book, Character, Conflict } from './book.ts';
import { byId, h } from './dom.ts';
import { openPair } from './pair.ts';

/** Shows intensity by more than colour. */
export function strength(intensity: number): string {
  return '●'.repeat(intensity) + '○'.repeat(5 - intensity);
}

/** Conflicts of a pair of characters, from one to the other. */
export function between(conflicts: readonly Conflict[], from: string, to: string): Conflict[] {
  return conflicts
    .filter(
      (conflict) =>
        (conflict.fromCharacterId === from && conflict.toCharacterId === to) ||
        (conflict.mutual && conflict.fromCharacterId === to && conflict.toCharacterId === from),
    )
    .sort((a, b) => b.intensity - a.intensity);
}

/** The conflict matrix of the cast; a cell opens its pair. */
export function showMatrix(book: Book, signal: AbortSignal): void {
  const place = byId('matrix', HTMLElement);
  let shown = '';
  book.watch(() => {
    const { characters, conflicts } = book.data;
    // Only changed parts are re-rendered, because a cell may be being pressed.
    const now = JSON.stringify([characters.map(({ id, name }) => [id, name]), conflicts]);
    if (shown === now) return;
    shown = now;
    const focused = place.contains(document.activeElement) ? document.activeElement?.id : undefined;
    place.replaceChildren(h('h2', { class: 'hidden' }, 'Conflict matrix'), ...contents(book));
    if (focused) document.getElementById(focused)?.focus();
  }, signal);
}

function contents(book: Book): HTMLElement[] {
  const { characters, conflicts } = book.data;
  if (characters.length < 2) return [h('p', { class: 'hint' }, 'Add at least two characters to define conflicts.')];
  const row = (from: Character) =>
    h('tr', {}, h('th', { scope: 'row' }, shortName(from)), ...characters.map((to) => cell(book, from, to, conflicts)));
  return [
    h(
      'div',
      { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': 'Conflict matrix' },
      h(
        'table',
        {},
        h('caption', { class: 'hint' }, 'Each row shows the conflicts of the character on the left with those above.'),
        h('thead', {}, h('tr', {}, h('td'), ...characters.map((to) => h('th', { scope: 'col' }, shortName(to))))),
        h('tbody', {}, ...characters.map(row)),
      ),
    ),
  ];
}

function cell(book: Book, from: Character, to: Character, conflicts: readonly Conflict[]): HTMLElement {
  if (from.id === to.id) return h('td', { class: 'self' }, '·');
  const [strongest, ...others] = between(conflicts, from.id, to.id);
  const label = strongest
    ? `${from.name} and ${to.name}: ${strongest.kind}, ${strongest.intensity} of 5, ${strongest.status}`
    : `${from.name} and ${to.name}: no conflict`;
  const more = others.length > 0 ? ` +${others.length}` : '';
  const contents = strongest
    ? [h('span', {}, strongest.kind + more), h('span', { class: 'strength' }, strength(strongest.intensity))]
    : ['+'];
  const open = () => openPair(book, from, to);
  const id = `pair-${from.id}-${to.id}`;
  const attributes = { type: 'button', id, 'aria-label': label, title: strongest?.description, onclick: open };
  const data = { 'data-intensity': strongest?.intensity, 'data-status': strongest?.status };
  return h('td', {}, h('button', { ...attributes, ...data }, ...contents));
}

function shortName({ name }: Character): string {
  return name.split(' ', 1)[0] ?? name;
}
