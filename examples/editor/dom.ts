import { editsBetween, selectionAfter } from './edits.ts';

type Attribute = string | number | boolean | undefined | ((event: Event) => unknown);

/**
 * Creates an element with attributes (`on…` adds a listener; true is an attribute without a value; false and undefined
 * none) and children.
 */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, Attribute> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value);
    else if (value !== undefined && value !== false) element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...children);
  return element;
}

/** The element with this id and type. */
export function byId<Kind extends HTMLElement>(id: string, kind: abstract new () => Kind): Kind {
  const element = document.getElementById(id);
  if (element instanceof kind) return element;
  throw new Error(`The page has no #${id}.`);
}

export interface Row<Item> {
  element: HTMLElement;
  update(item: Item): void;
  /** The item is gone, and its row with it. */
  leave?(): void;
}

/**
 * Keeps one row per item, so that focus and open rows survive changes of the list. While a row is being pressed, nothing moves
 * under the pointer: the change waits until it is released.
 */
export function rows<Item extends { id: string }>(list: HTMLElement, make: (item: Item) => Row<Item>) {
  const known = new Map<string, Row<Item>>();
  const show = (items: readonly Item[]): void => {
    for (const [id, row] of known) {
      if (items.some((item) => item.id === id)) continue;
      row.leave?.();
      row.element.remove();
      known.delete(id);
    }
    items.forEach((item, index) => {
      const row = known.get(item.id) ?? make(item);
      known.set(item.id, row);
      row.update(item);
      if (list.children[index] !== row.element) list.insertBefore(row.element, list.children[index] ?? null);
    });
  };
  return whenReleased(list, show);
}

/** The change, which waits while the element is being pressed. Of several that wait, the last one is made. */
function whenReleased<Value>(element: HTMLElement, change: (value: Value) => void): (value: Value) => void {
  let isPressed = false;
  let waiting: Value | undefined;
  const release = () => {
    isPressed = false;
    const value = waiting;
    waiting = undefined;
    if (value !== undefined) change(value);
  };
  element.addEventListener('pointerdown', () => {
    isPressed = true;
    // The click comes right after the pointer, and still finds its row.
    const later = () => setTimeout(release);
    for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, later, { once: true });
  });
  return (value) => {
    if (isPressed) waiting = value;
    else change(value);
  };
}

/** Calls `show` once per frame, however often `soon` asks for it. `now` makes a call that still waits; `signal` drops it. */
export function oncePerFrame(show: () => void, signal: AbortSignal): { soon(): void; now(): void } {
  let frame = 0;
  const now = () => {
    if (frame === 0) return;
    frame = 0;
    if (!signal.aborted) show();
  };
  return {
    soon() {
      if (frame === 0) frame = requestAnimationFrame(now);
    },
    now,
  };
}

/** Replaces the text of a control. The caret and a selection stay beside their words. */
export function putText(control: HTMLTextAreaElement | HTMLInputElement, text: string): void {
  const { value, selectionStart, selectionEnd, selectionDirection } = control;
  if (value === text) return;
  const [from, to] = selectionAfter(editsBetween(value, text), selectionStart ?? 0, selectionEnd ?? 0);
  control.value = text;
  control.setSelectionRange(from, to, selectionDirection ?? 'none');
}
