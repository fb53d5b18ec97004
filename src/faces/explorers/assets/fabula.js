// Colour scheme and copy buttons. Loaded in the head, so that the scheme is set before the first paint.
(() => {
  const root = document.documentElement;
  const storageKey = 'fabula:theme';
  const storedTheme = () => {
    try {
      return localStorage.getItem(storageKey);
    } catch {
      return null;
    }
  };
  const theme = storedTheme();
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  const isDark = () =>
    (root.dataset.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark';

  const announce = (text) => {
    document.getElementById('announcement').textContent = text;
  };

  const addThemeButton = () => {
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
        localStorage.setItem(storageKey, root.dataset.theme);
      } catch {
        // Without storage the choice lasts for this page.
      }
      label();
      announce(isDark() ? 'Dark colours' : 'Light colours');
    });
  };

  const copy = async (button) => {
    const code = document.getElementById(button.dataset.copy);
    try {
      await navigator.clipboard.writeText(code.textContent);
      button.textContent = 'Copied';
      announce('Copied');
    } catch {
      getSelection().selectAllChildren(code);
      button.textContent = 'Selected';
      announce('Selected. Copy it with the keyboard.');
    }
  };

  document.addEventListener('DOMContentLoaded', () => {
    addThemeButton();
    for (const button of document.querySelectorAll('[data-copy]')) {
      button.hidden = false;
      button.addEventListener('click', () => copy(button));
      button.addEventListener('blur', () => {
        button.textContent = 'Copy';
      });
    }
  });
})();
