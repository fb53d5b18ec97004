import type { SaveState } from './autosave.ts';
import { byId } from './dom.ts';
import type { ChapterStatus } from './operations.gen.ts';

const words = {
  saved: 'Saved',
  unsaved: 'Not saved yet',
  saving: 'Saving…',
  away: 'The service does not answer. Your text is kept here and saved as soon as it is back.',
  busy: 'Being written…',
  conflict: 'Changed elsewhere too. Your text is kept here.',
} as const;

/** Said aloud; the others come and go with every pause in typing. */
const spoken = new Set(['saved', 'away', 'busy', 'conflict', 'refused']);

const writing: Record<ChapterStatus, string> = {
  empty: 'Write this chapter',
  partial: 'Go on writing',
  complete: 'Write anew',
  generating: 'Write this chapter',
};

const place = byId('save-state', HTMLElement);
const write = byId('write', HTMLButtonElement);

/** How saving stands, and what can be done about the text just now. */
export function showState(state: SaveState, status: ChapterStatus): void {
  const text = state.name === 'refused' ? state.message : words[state.name];
  place.textContent = text;
  place.dataset.state = state.name;
  byId('settle', HTMLElement).hidden = state.name !== 'conflict';
  write.hidden = state.name === 'busy';
  write.disabled = state.name === 'conflict';
  write.textContent = writing[status];
  const live = byId('spoken', HTMLElement);
  if (spoken.has(state.name) && live.textContent !== text) live.textContent = text;
}
