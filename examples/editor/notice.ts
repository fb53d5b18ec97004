import { ApiError, Away } from './client.ts';
import { byId, h } from './dom.ts';

/** Long enough to be found by who looked elsewhere. */
const noticeMs = 60_000;

export interface Action {
  label: string;
  run(): unknown;
}

/** A line at the foot of the page, read out by screen readers; one with something to do stays until it is answered. */
export function notify(text: string, action?: Action): void {
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
  byId('notices', HTMLElement).append(notice);
}

/** Does something for the person at the page, and says so when it did not work. Answers undefined then. */
export async function attempt<Done>(work: () => Promise<Done>): Promise<Done | undefined> {
  try {
    return await work();
  } catch (error) {
    notify(reasonOf(error));
    return undefined;
  }
}

/** In the service’s words: they say what to do next. */
export function reasonOf(error: unknown): string {
  if (error instanceof Away) return `${error.message} Nothing was changed; try again in a moment.`;
  if (error instanceof ApiError || error instanceof Error) return error.message;
  return String(error);
}

/** Asks before something that cannot be taken back lightly. */
export function confirmed(question: string, yes: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const dialog = h(
    'dialog',
    { 'aria-label': question },
    h('p', {}, question),
    h(
      'form',
      { method: 'dialog', class: 'actions' },
      h('button', { value: 'no' }, 'Cancel'),
      h('button', { value: 'yes', class: 'primary' }, yes),
    ),
  );
  dialog.addEventListener('close', () => {
    resolve(dialog.returnValue === 'yes');
    dialog.remove();
  });
  document.body.append(dialog);
  dialog.showModal();
  return promise;
}
