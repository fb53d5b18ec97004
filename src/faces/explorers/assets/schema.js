// Updates search results while the user types. Without scripts, the form reloads the page.
(() => {
  const input = document.getElementById('find');
  const results = document.getElementById('results');
  let running = new AbortController();

  const search = async () => {
    running.abort();
    if (input.value.trim() === '') {
      results.replaceChildren();
      return;
    }
    running = new AbortController();
    const { signal } = running;
    try {
      const response = await fetch(`schema?q=${encodeURIComponent(input.value)}`, { signal });
      if (!response.ok) throw new Error(`status ${response.status}`);
      const page = new DOMParser().parseFromString(await response.text(), 'text/html');
      if (!signal.aborted) results.replaceChildren(...page.getElementById('results').childNodes);
    } catch (error) {
      if (!signal.aborted) results.textContent = `The search failed (${error.message}). Press Enter to try again.`;
    }
  };

  const links = () => [...results.querySelectorAll('a')];
  const step = (from, by) => [input, ...links()].at(Math.max(0, [input, ...links()].indexOf(from) + by));

  input.addEventListener('input', search);
  input.form.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown') step(input, 1)?.focus();
    if (event.key === 'Escape' && input.value !== '') {
      input.value = '';
      search();
    }
  });
  results.addEventListener('keydown', (event) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    step(document.activeElement, by)?.focus();
  });
})();
