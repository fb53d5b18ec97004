/** How one browser shows the desk. */
export interface Preferences {
  /** Per cent of the usual size of the text. */
  textSize: number;
  colours: 'light dark' | 'light' | 'dark';
  /** Words that the author wants to write in a day; 0 for none. */
  dayGoal: number;
  /** Whether typed quotes, dashes and dots become those of print. */
  isTypographic: boolean;
  /** Whether a text is shown as it reads, rather than with its marks. */
  isRead: boolean;
}

const key = 'fabula.view';
const usual: Preferences = { textSize: 100, colours: 'light dark', dayGoal: 0, isTypographic: true, isRead: false };

export function preferences(): Preferences {
  try {
    // Only this module writes the key.
    return { ...usual, ...(JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Preferences>) };
  } catch {
    return usual;
  }
}

export function setPreference(change: Partial<Preferences>): void {
  try {
    localStorage.setItem(key, JSON.stringify({ ...preferences(), ...change }));
  } catch {
    // Without storage the page has its usual look again when it is loaded anew.
  }
  apply({ ...preferences(), ...change });
}

function apply({ textSize, colours }: Preferences): void {
  const { style } = document.documentElement;
  style.setProperty('--text-size', String(textSize / 100));
  style.colorScheme = colours;
}

apply(preferences());
