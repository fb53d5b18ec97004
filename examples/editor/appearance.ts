import { byId } from './dom.ts';
import { toggleFocus } from './focus.ts';
import { showDay } from './goals.ts';
import { type Preferences, preferences, setPreference } from './preferences.ts';

const dialog = byId('view-dialog', HTMLDialogElement);
const size = byId('text-size', HTMLInputElement);
const colours = byId('colours', HTMLSelectElement);
const goal = byId('day-goal', HTMLInputElement);
const typographic = byId('typographic', HTMLInputElement);

const schemes: readonly Preferences['colours'][] = ['light dark', 'light', 'dark'];

/** How the desk looks in this browser: size of the text, colours, the goal of a day, and nothing but the text. */
export function listenAppearance(): void {
  byId('view', HTMLElement).addEventListener('click', () => {
    const now = preferences();
    size.value = String(now.textSize);
    colours.value = now.colours;
    goal.value = now.dayGoal > 0 ? String(now.dayGoal) : '';
    typographic.checked = now.isTypographic;
    dialog.showModal();
  });
  size.addEventListener('input', () => setPreference({ textSize: size.valueAsNumber }));
  colours.addEventListener('input', () =>
    setPreference({ colours: schemes.find((one) => one === colours.value) ?? 'light dark' }),
  );
  typographic.addEventListener('input', () => setPreference({ isTypographic: typographic.checked }));
  goal.addEventListener('input', () => {
    setPreference({ dayGoal: Math.max(0, goal.valueAsNumber || 0) });
    showDay();
  });
  byId('focus', HTMLElement).addEventListener('click', toggleFocus);
  byId('leave-focus', HTMLElement).addEventListener('click', toggleFocus);
}
