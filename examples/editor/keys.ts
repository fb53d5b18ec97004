import { byId } from './dom.ts';
import { toggleFocus } from './focus.ts';
import { choosePane } from './panes.ts';
import { isFocused } from './typewriter.ts';

export interface Commands {
  save(): void;
  write(): void;
  step(by: number): void;
  find(): void;
}

const parts = [
  { pane: 'chapters', focus: '#chapters [aria-current=true]' },
  { pane: 'text', focus: '#sheet:not([hidden]) #content, #as-read:not([hidden])' },
  { pane: 'panel', focus: '[role=tab][aria-selected=true]' },
];

/** Keyboard shortcuts of the help dialog. */
export function listenKeys(commands: Commands): void {
  const help = byId('keys', HTMLDialogElement);
  byId('help', HTMLElement).addEventListener('click', () => help.showModal());
  addEventListener('keydown', (event) => {
    const command = commandOf(event, commands);
    // Shortcuts are about the text, and disabled while a dialog is open.
    const isHere = document.body.dataset.view === 'book' && !document.querySelector('dialog[open]');
    if (!command || !isHere) return;
    event.preventDefault();
    command();
  });
}

function commandOf(event: KeyboardEvent, { save, write, step, find }: Commands): (() => void) | undefined {
  const { key, altKey, shiftKey } = event;
  const isControl = event.ctrlKey || event.metaKey;
  if (isControl && key.toLowerCase() === 's') return save;
  if (isControl && key === 'Enter') return write;
  if (isControl && shiftKey && key.toLowerCase() === 'f') return find;
  if (isControl && key.toLowerCase() === 'e') return () => byId('read', HTMLElement).click();
  if (key === 'F9' || (key === 'Escape' && isFocused())) return toggleFocus;
  if (key === 'F1') return () => byId('keys', HTMLDialogElement).showModal();
  if (altKey && key === 'PageUp') return () => step(-1);
  if (altKey && key === 'PageDown') return () => step(1);
  if (key === 'F6') return () => nextPart(shiftKey ? -1 : 1);
  if (key === 'F2') return rename;
  return undefined;
}

function rename(): void {
  const title = byId('title', HTMLTextAreaElement);
  choosePane('text');
  title.focus();
  title.select();
}

function nextPart(by: number): void {
  const elements = parts.map(({ focus }) => document.querySelector<HTMLElement>(focus));
  const places = ['#chapters-pane', 'main', 'aside'].map((part) => document.querySelector(part));
  const now = places.findIndex((part) => part?.contains(document.activeElement));
  const index = (Math.max(now, 0) + by + parts.length) % parts.length;
  choosePane(parts[index]?.pane ?? 'text');
  elements[index]?.focus();
}
