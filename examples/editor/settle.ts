import type { Autosave } from './autosave.ts';
import type { Draft } from './chapter-draft.ts';
import { byId, h } from './dom.ts';
import { withoutEscapes } from './escapes.ts';
import { attempt, notify } from './notice.ts';

type Choice = 'mine' | 'theirs' | 'both';

const dialog = byId('settle-dialog', HTMLDialogElement);

/** Shows both versions side by side until one is chosen, and calls `settled` then. Escape postpones the choice. */
export function offerVersions(autosave: Autosave, settled: () => void): void {
  const { mine, state } = autosave;
  if (state.name !== 'conflict') return;
  const { theirs } = state;
  const settle = async (choice: Choice) => {
    const isSettled = await autosave.settle(choice);
    if (isSettled) settled();
    else notify('Your choice was not saved. Both versions are kept; choose again.');
  };
  show('mine', marked(mine, theirs));
  show('theirs', marked(theirs, mine));
  for (const button of dialog.querySelectorAll<HTMLButtonElement>('[data-choice]'))
    button.onclick = () => {
      dialog.close();
      // The button that opened it may no longer exist.
      byId('content', HTMLElement).focus();
      void attempt(() => settle(choiceOf(button.dataset.choice)));
    };
  if (!dialog.open) dialog.showModal();
}

function show(id: string, paragraphs: HTMLElement[]): void {
  const place = byId(id, HTMLElement);
  // Focusable, so that the keyboard can scroll it.
  place.tabIndex = 0;
  place.replaceChildren(...paragraphs);
}

function choiceOf(name: string | undefined): Choice {
  return name === 'mine' || name === 'theirs' ? name : 'both';
}

/** A version by paragraphs, with those marked that the other lacks. */
function marked(version: Draft, other: Draft): HTMLElement[] {
  const paragraphs = [version.title, ...linesOf(version.summary), ...linesOf(withoutEscapes(version.content))];
  const known = new Set([other.title, ...linesOf(other.summary), ...linesOf(withoutEscapes(other.content))]);
  return paragraphs.map((text) => (known.has(text) ? h('p', {}, text) : h('p', {}, h('mark', {}, text))));
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '');
}
