import { h, type Row } from './dom.ts';
import type { ReviewNoteFragment, ReviewProposalFragment } from './operations.gen.ts';
import { keepTyped } from './typed.ts';

export type Item = ({ type: 'proposal' } & ReviewProposalFragment) | ({ type: 'note' } & ReviewNoteFragment);

/** What the author can do with an item. */
export interface Deeds {
  readonly bookId: string;
  show(item: Item): void;
  accept(item: Extract<Item, { type: 'proposal' }>, alternative: number): Promise<void>;
  decline(item: Extract<Item, { type: 'proposal' }>): Promise<void>;
  resolve(item: Extract<Item, { type: 'note' }>): Promise<void>;
  /** Calls `sent` with the reply. */
  reply(item: Extract<Item, { type: 'note' }>, body: string, sent: () => void): Promise<void>;
}

const byWhom = (kind: string) => (kind === 'agent' ? 'an agent' : 'a person');
const kinds = { comment: 'Note', todo: 'To do', question: 'Question' };

/** The row of a proposal or a note. The keys A and D accept or resolve it, and decline it. */
export function itemRow(first: Item, deeds: Deeds): Row<Item> {
  let item = first;
  let replacing = new AbortController();
  const body = h('div', {});
  const keys = (event: Event) => {
    if (!(event instanceof KeyboardEvent) || event.target !== element) return;
    const deed = deedOf(event.key.toLowerCase());
    if (!deed) return;
    event.preventDefault();
    deed();
  };
  const element: HTMLElement = h('li', { class: 'review', tabindex: 0, 'data-item': item.id, onkeydown: keys }, body);
  const deedOf = (key: string): (() => unknown) | undefined => {
    if (key === 'arrowdown') return () => focusOn(element.nextElementSibling);
    if (key === 'arrowup') return () => focusOn(element.previousElementSibling);
    if (key === 'enter') return () => deeds.show(item);
    const now = item;
    if (now.type === 'note') return key === 'a' ? () => deeds.resolve(now) : undefined;
    if (key === 'd') return () => deeds.decline(now);
    return key === 'a' && now.state === 'open' ? () => deeds.accept(now, chosenIn(element)) : undefined;
  };
  return {
    element,
    update(now) {
      const isOther = body.childElementCount === 0 || JSON.stringify(item) !== JSON.stringify(now);
      item = now;
      // What is being typed or chosen stays while the item is the same.
      if (isOther) {
        replacing.abort();
        replacing = new AbortController();
        const parts = now.type === 'proposal' ? proposalParts(now, deeds) : noteParts(now, deeds, replacing.signal);
        body.replaceChildren(...parts);
      }
      element.setAttribute('aria-label', labelOf(now));
    },
    leave: () => replacing.abort(),
  };
}

function focusOn(element: Element | null): void {
  if (element instanceof HTMLElement) element.focus();
}

function labelOf(item: Item): string {
  const words = item.anchor ? ` on “${item.anchor.exact}”` : '';
  return `${item.type === 'proposal' ? 'Proposal' : kinds[item.kind]} by ${byWhom(item.author.kind)}${words}`;
}

function proposalParts(item: Extract<Item, { type: 'proposal' }>, deeds: Deeds): HTMLElement[] {
  const { diff, reason, alternatives, state, author, id } = item;
  const words = h('p', { class: 'diff' }, ...diff.map(({ kind, text }) => partOf(kind, text)));
  const choices =
    alternatives.length === 0
      ? []
      : [
          h(
            'fieldset',
            {},
            h('legend', {}, 'Choose'),
            ...['As above', ...alternatives].map((text, index) => choice(id, text, index)),
          ),
        ];
  const trouble =
    state === 'stale'
      ? [h('p', { class: 'hint' }, 'Its words have changed. It can be accepted when they return.')]
      : [];
  const accept = (event: Event) => deeds.accept(item, chosenIn(event.target));
  return [
    words,
    ...(reason ? [h('p', {}, reason)] : []),
    ...choices,
    h('p', { class: 'facts' }, `Proposed by ${byWhom(author.kind)}`),
    ...trouble,
    h(
      'div',
      { class: 'actions' },
      button('Show', () => deeds.show(item)),
      h('button', { type: 'button', 'data-needs': 'books:write', onclick: () => deeds.decline(item) }, 'Decline'),
      ...(state === 'open'
        ? [h('button', { type: 'button', class: 'primary', 'data-needs': 'books:write', onclick: accept }, 'Accept')]
        : []),
    ),
  ];
}

function partOf(kind: string, text: string): Node | string {
  if (kind === 'insert') return h('ins', {}, text);
  return kind === 'delete' ? h('del', {}, text) : document.createTextNode(text);
}

function choice(id: string, text: string, index: number): HTMLElement {
  const input = h('input', { type: 'radio', name: `choice-${id}`, value: index, checked: index === 0 });
  return h('label', { class: 'check' }, input, ` ${text}`);
}

/** The alternative that is chosen in the row of an element; 0 is the replacement. */
function chosenIn(target: EventTarget | null): number {
  const row = target instanceof Element ? target.closest('li') : null;
  return Number(row?.querySelector<HTMLInputElement>('input:checked')?.value ?? 0);
}

function noteParts(item: Extract<Item, { type: 'note' }>, deeds: Deeds, signal: AbortSignal): HTMLElement[] {
  const { anchor, body, replies, author, kind } = item;
  const answer = h('input', { 'aria-label': 'Reply', placeholder: 'Reply', maxlength: 10_000 });
  const about = { bookId: deeds.bookId, label: `Reply to “${body}”` };
  const sent = keepTyped(answer, `${item.id}/reply`, about, signal);
  const send = async (event: Event) => {
    event.preventDefault();
    if (answer.value.trim() !== '') await deeds.reply(item, answer.value, sent);
  };
  return [
    ...(anchor ? [h('blockquote', {}, anchor.exact)] : []),
    h('p', { class: 'said' }, body),
    h('p', { class: 'facts' }, `${kinds[kind]} by ${byWhom(author.kind)}`),
    ...replies.map((reply) =>
      h('p', { class: 'reply' }, `${reply.body} `, h('span', { class: 'facts' }, `— ${byWhom(reply.author.kind)}`)),
    ),
    h(
      'form',
      { class: 'actions', onsubmit: send },
      answer,
      ...(anchor ? [button('Show', () => deeds.show(item))] : []),
      button('Resolve', () => deeds.resolve(item)),
    ),
  ];
}

function button(text: string, onclick: () => unknown): HTMLElement {
  return h('button', { type: 'button', onclick }, text);
}
