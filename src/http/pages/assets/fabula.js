// Light or dark, and buttons that copy. In the head, so that no page flashes in the other colours.
(() => {
  const root = document.documentElement;
  const keptAs = 'fabula:theme';
  const kept = () => {
    try {
      return localStorage.getItem(keptAs);
    } catch {
      return null;
    }
  };
  const chosen = kept();
  if (chosen === 'light' || chosen === 'dark') root.dataset.theme = chosen;
  const isDark = () =>
    (root.dataset.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark';

  const say = (text) => {
    document.getElementById('said').textContent = text;
  };

  const offerTheme = () => {
    const button = document.getElementById('theme');
    if (!button) return;
    const label = () => {
      button.textContent = isDark() ? 'Light' : 'Dark';
      button.setAttribute('aria-label', isDark() ? 'Use light colours' : 'Use dark colours');
    };
    label();
    button.hidden = false;
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', label);
    button.addEventListener('click', () => {
      root.dataset.theme = isDark() ? 'light' : 'dark';
      try {
        localStorage.setItem(keptAs, root.dataset.theme);
      } catch {
        // It holds for this page, then.
      }
      label();
      say(isDark() ? 'Dark colours' : 'Light colours');
    });
  };

  const copy = async (button) => {
    const code = document.getElementById(button.dataset.copy);
    try {
      await navigator.clipboard.writeText(code.textContent);
      button.textContent = 'Copied';
      say('Copied');
    } catch {
      getSelection().selectAllChildren(code);
      button.textContent = 'Selected';
      say('Selected. Copy it with the keyboard.');
    }
  };

  document.addEventListener('DOMContentLoaded', () => {
    offerTheme();
    for (const button of document.querySelectorAll('[data-copy]')) {
      button.hidden = false;
      button.addEventListener('click', () => copy(button));
      button.addEventListener('blur', () => {
        button.textContent = 'Copy';
      });
    }
  });
})();
