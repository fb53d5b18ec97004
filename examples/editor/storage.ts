import { ApiError, ask } from './client.ts';
import { byId, h } from './dom.ts';
import { attempt } from './notice.ts';
import { StorageDocument, type StorageQuery } from './operations.gen.ts';
import { choosePane, chooseTab } from './panes.ts';

type Storage = StorageQuery['usage']['storage'];

/** From this share of the limit the page says what frees space. */
const nearlyFull = 0.8;

const parts = [
  ['books', 'Books'],
  ['revisions', 'Former texts'],
  ['pictures', 'Pictures'],
  ['sound', 'Sound'],
  ['events', 'Change log'],
] as const;

/** The space in use by the account: a bar where it is limited, and the figures in a table when it is opened. */
export async function showStorage(): Promise<void> {
  const answer = await attempt(() => ask(StorageDocument, {}).catch(ifForbidden), 'storage');
  if (!answer) return;
  const { storage } = answer.usage;
  const place = byId('storage', HTMLElement);
  const isOpen = place.querySelector('details')?.open ?? false;
  const details = h('details', { open: isOpen }, heading(storage), table(storage));
  // Figures may be old when somebody looks.
  details.querySelector('summary')?.addEventListener('click', () => {
    if (!details.open) void showStorage();
  });
  place.replaceChildren(details, ...remedy(storage));
}

/** A key may be without the right to see the account. */
function ifForbidden(error: unknown): undefined {
  if (!(error instanceof ApiError && error.code === 'insufficient_scope')) throw error;
}

function heading({ total, limit, ...bytes }: Storage): HTMLElement {
  if (limit === null) return h('summary', {}, h('span', { class: 'facts' }, `Storage: ${sizeOf(total)}`));
  // A bar shows a share, so there is none without a limit.
  const whole = Math.max(limit, total);
  const segments = parts.map(([part]) => {
    const segment = h('span', { 'data-part': part });
    // The policy of the page forbids the attribute.
    segment.style.inlineSize = `${(100 * bytes[part]) / whole}%`;
    return segment;
  });
  return h(
    'summary',
    {},
    h('span', { class: 'facts' }, `Storage: ${sizeOf(total)} of ${sizeOf(limit)}`),
    h('span', { class: 'meter', 'aria-hidden': 'true' }, ...segments),
  );
}

function table(storage: Storage): HTMLElement {
  const row = (part: string, name: string, bytes: number) =>
    h('tr', { 'data-part': part }, h('th', { scope: 'row' }, name), h('td', {}, sizeOf(bytes)));
  const lines = parts.map(([part, name]) => row(part, name, storage[part]));
  return h('table', {}, h('tbody', {}, ...lines, row('total', 'Total', storage.total)));
}

function remedy({ total, limit }: Storage): HTMLElement[] {
  if (limit === null || total < nearlyFull * limit) return [];
  const isFull = total >= limit;
  const share = Math.min(100, Math.floor((100 * total) / limit));
  const state = isFull ? 'Your storage is full. Nothing can be added.' : `${share} % of your storage is used.`;
  const open = () => {
    choosePane('panel');
    chooseTab('revisions')?.focus();
  };
  return [
    h('p', { class: 'trouble', role: 'status' }, `${state} Deleting or thinning former texts frees space.`),
    h('button', { type: 'button', onclick: open }, 'Show revisions'),
  ];
}

const units = ['B', 'kB', 'MB', 'GB', 'TB'];

/** Bytes in decimal units, as quotas are given. */
export function sizeOf(bytes: number): string {
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  const value = bytes / 1000 ** power;
  return `${value.toLocaleString(undefined, { maximumFractionDigits: value < 10 && power > 0 ? 1 : 0 })} ${units[power]}`;
}
