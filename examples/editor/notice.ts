import { ApiError, Away } from './client.ts';
import { byId, h } from './dom.ts';
import { refusal } from './wording.ts';

/** Long enough for people who were looking elsewhere. */
const noticeMs = 60_000;
/** A wait that is not said. */
const waitMs = 200;

export interface Action {
  label: string;
  run(): unknown;
}

/**
 * A notice at the bottom of the page, announced by screen readers. One with an action stays until it is used or closed. The
 * answer removes it: call that when its cause has ended.
 */
export function notify(text: string, action?: Action): () => void {
  const place = byId('notices', HTMLElement);
  const done = () => notice.remove();
  const close = h('button', { type: 'button', class: 'quiet', 'aria-label': 'Close this notice', onclick: done }, '✕');
  const notice = h('div', { class: 'notice' }, h('p', {}, text));
  if (action) {
    const act = () => {
      done();
      void attempt(async () => action.run());
    };
    notice.append(h('button', { type: 'button', onclick: act }, action.label));
  } else setTimeout(done, noticeMs);
  notice.append(close);
  // Several parts of the page may have the same to say.
  const same = [...place.children].find((other) => other.querySelector('p')?.textContent === text);
  if (same && !(same instanceof HTMLElement && same.hidden)) same.remove();
  place.append(notice);
  return done;
}

/** Says what the page waits for, if that takes a moment. */
export async function whileWaiting<Done>(text: string, work: Promise<Done>): Promise<Done> {
  let done = () => {};
  const timer = setTimeout(() => {
    done = notify(text);
  }, waitMs);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
    done();
  }
}

/** Removes the notice of a trouble, by its cause. */
const troubles = new Map<string, () => void>();
/** The cause of troubles without an answer: it has ended with the next answer. */
const away = 'away';

/**
 * Runs an action of the user and shows its error; answers undefined then. The notice ends with the next action that succeeds.
 * Reading for a part of the page has a cause of its own.
 */
export async function attempt<Done>(work: () => Promise<Done>, cause = 'action'): Promise<Done | undefined> {
  const before = [cause, away].map((name) => [name, troubles.get(name)] as const);
  try {
    const done = await work();
    // One that came meanwhile is that of another action.
    for (const [name, shown] of before) if (shown === troubles.get(name)) end(name);
    return done;
  } catch (error) {
    const failed = error instanceof Away ? away : cause;
    end(failed);
    troubles.set(failed, notify(reasonOf(error)));
    return undefined;
  }
}

function end(cause: string): void {
  troubles.get(cause)?.();
  troubles.delete(cause);
}

/** Runs an action of the user and shows its error in `place`, beside what the user acted on. */
export async function tellTrouble(place: HTMLElement, work: () => Promise<void>): Promise<void> {
  place.textContent = '';
  try {
    await work();
  } catch (error) {
    place.textContent = reasonOf(error);
  }
}

/** Why something has failed, with the remedy. `label` names the control that was used. */
export function reasonOf(error: unknown, label?: string): string {
  if (error instanceof Away) return `${error.message} Nothing was changed; try again in a moment.`;
  if (error instanceof ApiError) return refusal(error, label);
  if (error instanceof Error) return error.message;
  return String(error);
}

/** Asks before an action that is hard to undo. */
export function confirmed(question: string, yes: string): Promise<boolean> {
  return questionOf(question, yes, h('p', {}, question)).answer;
}

/** A dialog that asks for an action. `answer` resolves when it is closed. */
export interface Question {
  dialog: HTMLDialogElement;
  yes: HTMLButtonElement;
  answer: Promise<boolean>;
}

/** Opens a dialog with a question and its two answers. Cancel has the focus, so that nobody agrees by typing on. */
export function questionOf(label: string, action: string, ...content: HTMLElement[]): Question {
  const yes = h('button', { value: 'yes', class: 'primary' }, action);
  const no = h('button', { value: 'no', autofocus: true }, 'Cancel');
  const form = h('form', { method: 'dialog', class: 'actions' }, no, yes);
  const dialog = h('dialog', { 'aria-label': label }, ...content, form);
  const { promise: answer, resolve } = Promise.withResolvers<boolean>();
  dialog.addEventListener('close', () => {
    resolve(dialog.returnValue === 'yes');
    dialog.remove();
  });
  document.body.append(dialog);
  dialog.showModal();
  return { dialog, yes, answer };
}
