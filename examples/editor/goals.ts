import type { ViewUpdate } from '@codemirror/view';
import { byId, h } from './dom.ts';
import { preferences } from './preferences.ts';

const key = 'fabula.day';

/** A bar towards a number of words; without one, none. */
export function goalBar(label: string): { element: HTMLElement; show(words: number, goal: number | null): void } {
  const element = h('progress', { 'aria-label': label, hidden: true });
  return {
    element,
    show(words, goal) {
      element.hidden = !goal;
      element.max = goal || 1;
      element.value = words;
    },
  };
}

const line = h('p', { class: 'hint' });
const bar = goalBar('Words of the day');
byId('day', HTMLElement).append(line, bar.element);

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

export const wordsIn = (text: string): number =>
  [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike).length;

/** Words that a change has brought by pasting or dropping. */
export function pastedWords({ transactions }: ViewUpdate): number {
  const pasted = transactions.filter((one) => one.isUserEvent('input.paste') || one.isUserEvent('input.drop'));
  let words = 0;
  for (const { changes } of pasted)
    changes.iterChanges((_from, _to, _at, _end, text) => (words += wordsIn(text.toString())));
  return words;
}

/** Counts words that were written by hand in this browser; erased ones count against them. */
export function countWords(added: number): void {
  try {
    localStorage.setItem(key, JSON.stringify({ date: today(), words: wordsToday() + added }));
  } catch {
    // The count is a help, not a record.
  }
  showDay();
}

export function showDay(): void {
  const words = Math.max(0, wordsToday());
  const { dayGoal } = preferences();
  const goal = dayGoal > 0 ? ` of ${dayGoal.toLocaleString()}` : '';
  line.textContent = `Today ${words.toLocaleString()}${goal} words by hand`;
  bar.show(words, dayGoal);
}

/** The day of the author, not of the service. */
const today = () => new Date().toDateString();

function wordsToday(): number {
  try {
    const { date, words } = JSON.parse(localStorage.getItem(key) ?? '{}');
    return date === today() && Number.isFinite(words) ? words : 0;
  } catch {
    return 0;
  }
}

showDay();
