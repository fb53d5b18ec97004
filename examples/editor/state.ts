import { byId } from './dom.ts';
import type { ChapterStatus } from './operations.gen.ts';
import type { SaveState } from './save-outcome.ts';
import { session } from './session.ts';

const words = {
  saved: 'Saved',
  unsaved: 'Unsaved changes',
  saving: 'Saving…',
  away: 'The service does not respond. Your text is kept here and saved when it responds again.',
  busy: 'Generating…',
  suggest: 'Your key proposes changes. Yours are kept here until you propose them.',
  deleted: 'This chapter was deleted. Your text stays here.',
  conflict: 'Changed in another session too. Your text is kept here.',
} as const;

/** Announced states; the others change with every pause in typing. */
const spoken = new Set(['saved', 'away', 'busy', 'conflict', 'suggest', 'refused', 'deleted']);

const writing: Record<ChapterStatus, string> = {
  empty: 'Write this chapter',
  partial: 'Continue writing',
  complete: 'Rewrite',
  generating: 'Write this chapter',
};

function textOf(state: SaveState): string {
  if (state.name === 'saving' && !session.key) return 'Signed out. Your text is kept here and saved when you sign in.';
  return state.name === 'refused' ? state.message : words[state.name];
}

const place = byId('save-state', HTMLElement);
const write = byId('write', HTMLButtonElement);

/** Shows the last state anew, since what it says depends on the session too. */
let again = () => {};
session.onChange(() => again());

/** State of saving, and the available actions. */
export function showState(state: SaveState, status: ChapterStatus): void {
  again = () => showState(state, status);
  const text = textOf(state);
  place.textContent = text;
  place.dataset.state = state.name;
  byId('settle', HTMLElement).hidden = state.name !== 'conflict';
  byId('propose-changes', HTMLElement).hidden = state.name !== 'suggest';
  byId('cancel', HTMLElement).hidden = state.name !== 'busy';
  for (const id of ['restore-chapter', 'copy-text']) byId(id, HTMLElement).hidden = state.name !== 'deleted';
  write.hidden = ['busy', 'suggest', 'deleted'].includes(state.name);
  write.disabled = state.name === 'conflict';
  write.textContent = writing[status];
  const live = byId('spoken', HTMLElement);
  if (spoken.has(state.name) && live.textContent !== text) live.textContent = text;
}
