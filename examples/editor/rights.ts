import { ask } from './client.ts';
import { h } from './dom.ts';
import { notify } from './notice.ts';
import { RightsDocument } from './operations.gen.ts';

let rights: readonly string[] = [];
let currency = 'USD';
/** Why features of the instance are off, by name. */
let off = new Map<string, string>();

/**
 * Reads what the key may do, and which features of the instance are off. Style hides what needs more: an element names it in
 * `data-needs`. One that needs a feature that is off stays visible, and says why.
 */
export async function readRights(): Promise<void> {
  const { scopes, features, priceCurrency } = (await ask(RightsDocument, {})).instance;
  rights = scopes;
  currency = priceCurrency;
  off = new Map(features.flatMap(({ name, reason }) => (reason === null ? [] : [[name, reason]])));
  document.body.dataset.may = rights.join(' ');
  explain(document.body);
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) if (node instanceof HTMLElement) explain(node);
  }).observe(document.body, { childList: true, subtree: true });
}

/** Whether the key may change books, beyond proposing changes. */
export const mayWrite = (): boolean => rights.includes('books:write');

/** Whether the key may save or propose changes of a text. */
export const mayPropose = (): boolean => rights.includes('proposals:write');

/** An amount in the currency of the instance’s prices. */
export const inCurrency = (amount: number): string =>
  amount.toLocaleString(undefined, { style: 'currency', currency, maximumSignificantDigits: 2 });

/** A line that says why a feature is off, to stand beside what needs it. */
export function offNote(feature: string): HTMLElement[] {
  const reason = off.get(feature);
  return reason ? [h('p', { class: 'hint off' }, reason)] : [];
}

const whyOff = (element: Element): string | undefined =>
  element instanceof HTMLElement ? off.get(element.dataset.feature ?? '') : undefined;

/** Marks what needs a feature that is off, within an element. */
function explain(root: HTMLElement): void {
  for (const element of [root, ...root.querySelectorAll('[data-feature]')]) {
    const reason = whyOff(element);
    if (!reason) continue;
    element.setAttribute('aria-disabled', 'true');
    element.setAttribute('title', reason);
  }
}

/** Nothing is sent that would be refused. */
for (const event of ['click', 'submit'])
  addEventListener(
    event,
    (pressed) => {
      const element = pressed.target instanceof Element ? pressed.target.closest('[data-feature]') : null;
      const reason = element && whyOff(element);
      if (!reason) return;
      pressed.preventDefault();
      pressed.stopImmediatePropagation();
      notify(reason);
    },
    { capture: true },
  );
