const tabs = [...document.querySelectorAll<HTMLButtonElement>('[role=tab]')];
const panes = [...document.querySelectorAll<HTMLButtonElement>('#panes [data-pane]')];
const listeners = new Set<(panel: string) => void>();

/** The selected tab. */
export function panelNow(): string | undefined {
  return document.body.dataset.panel;
}

export function onPanel(listener: (panel: string) => void): void {
  listeners.add(listener);
}

/** On a narrow screen one panel is visible at a time. */
export function choosePane(name: string): void {
  document.body.dataset.pane = name;
  for (const button of panes) button.setAttribute('aria-pressed', String(button.dataset.pane === name));
}

/** Opens a panel and answers its tab. */
export function chooseTab(panel: string): HTMLButtonElement | undefined {
  const chosen = tabs.find((tab) => tab.dataset.panel === panel);
  if (!chosen) return undefined;
  document.body.dataset.panel = panel;
  for (const tab of tabs) {
    const isChosen = tab === chosen;
    tab.setAttribute('aria-selected', String(isChosen));
    tab.tabIndex = isChosen ? 0 : -1;
    const section = document.getElementById(tab.dataset.panel ?? '');
    if (section) section.hidden = !isChosen;
  }
  for (const listener of listeners) listener(panel);
  return chosen;
}

for (const button of panes) button.addEventListener('click', () => choosePane(button.dataset.pane ?? 'text'));
tabs.forEach((tab, index) => {
  tab.addEventListener('click', () => chooseTab(tab.dataset.panel ?? ''));
  tab.addEventListener('keydown', ({ key }) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[key] ?? 0;
    const next = tabs.at((index + by) % tabs.length);
    if (by === 0 || !next) return;
    chooseTab(next.dataset.panel ?? '')?.focus();
  });
});
chooseTab(tabs[0]?.dataset.panel ?? '');
choosePane('text');
