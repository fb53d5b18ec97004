// The menu of ready-made operations and the tabs of GraphiQL.
(() => {
  // Tabs of GraphiQL 5 are draggable: a press on an inactive tab moves it away, so the click misses it. This handler opens the
  // tab on press and prevents the drag.
  const openTab = (event) => {
    const tab = event.button === 0 && event.target.closest?.('.graphiql-tab-button');
    if (!tab) return;
    event.stopImmediatePropagation();
    event.preventDefault();
    if (event.type === 'pointerdown') tab.click();
  };
  for (const type of ['pointerdown', 'mousedown']) addEventListener(type, openTab, true);

  /** Shows only operations with every word of the query in their name, kind, group or description. */
  const filter = (menu, query) => {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const group of menu.querySelectorAll('section')) {
      const heading = group.querySelector('h2').textContent;
      const items = [...group.querySelectorAll('li')];
      for (const item of items) {
        const text = `${heading} ${item.textContent} ${item.querySelector('a').title}`.toLowerCase();
        item.hidden = !words.every((word) => text.includes(word));
      }
      const matches = items.filter(({ hidden }) => !hidden).length;
      group.hidden = matches === 0;
      count += matches;
    }
    menu.querySelector('.none').hidden = count > 0;
  };

  document.addEventListener('DOMContentLoaded', () => {
    const menu = document.getElementById('ready');
    const search = menu.querySelector('input');
    search.hidden = false;
    search.addEventListener('input', () => filter(menu, search.value));
    search.addEventListener('keydown', ({ key }) => {
      if (key === 'Enter') menu.querySelector('li:not([hidden]) a')?.click();
    });
    menu.addEventListener('toggle', ({ newState }) => newState === 'open' && search.focus());
  });
})();
