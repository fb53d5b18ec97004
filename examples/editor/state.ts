import { byId } from './dom.ts';
import type { ChapterStatus } from './operations.gen.ts';
import type { SaveState } from './save-outcome.ts';

const words = {
  saved: 'Saved',
  unsaved: 'Unsaved changes',
  saving: 'Saving…',
  away: 'The service does not respond. Your text is kept here and saved when it responds again.',
  busy: 'Generating…',
  suggest: 'Your key proposes changes. Yours are kept here until you propose them.',
  conflict: 'Changed in another session too. Your text is kept here.',
} as const;

/** Announced states; the others change with every pause in typing. */
const spoken = new Set(['saved', 'away', 'busy', 'conflict', 'suggest', 'refused']);

const writing: Record<ChapterStatus, string> = {
  empty: 'Write this chapter',
  partial: 'Continue writing',
  complete: 'Rewrite',
  generating: 'Write this chapter',
};

const place = byId('save-state', HTMLElement);
const write = byId('write', HTMLButtonElement);

/** State of saving, and the available actions. */
export function showState(state: SaveState, status: ChapterStatus): void {
  const text = state.name === 'refused' ? state.message : words[state.name];
  place.textContent = text;
  place.dataset.state = state.name;
  byId('settle', HTMLElement).hidden = state.name !== 'conflict';
  byId('propose-changes', HTMLElement).hidden = state.name !== 'suggest';
  byId('cancel', HTMLElement).hidden = state.name !== 'busy';
  write.hidden = state.name === 'busy' || state.name === 'suggest';
  write.disabled = state.name === 'conflict';
  write.textContent = writing[status];
  const live = byId('spoken', HTMLElement);
  if (spoken.has(state.name) && live.textContent !== text) live.textContent = text;
}
