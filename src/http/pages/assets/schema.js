// Finds types in list and picture, and shows what leads to and from one.
(() => {
  const types = [...document.querySelectorAll('.type')].map((element) => ({
    element,
    name: element.id.replace('type-', ''),
    text: element.textContent.toLowerCase(),
  }));
  const find = document.getElementById('find');
  const found = document.getElementById('found');
  const map = document.getElementById('map');

  find.addEventListener('input', () => {
    const wanted = find.value.trim().toLowerCase();
    const shown = types.filter(({ text }) => text.includes(wanted));
    const named = new Set(shown.filter(({ name }) => name.toLowerCase().includes(wanted)).map(({ name }) => name));
    for (const type of types) {
      type.element.hidden = !shown.includes(type);
      const spot = document.getElementById(`spot-${type.name}`);
      spot?.classList.toggle('dim', wanted !== '' && !named.has(type.name));
    }
    map.classList.toggle('searching', wanted !== '');
    found.textContent = wanted === '' ? '' : `${shown.length} of ${types.length}`;
  });
  find.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    const wanted = find.value.trim().toLowerCase();
    const best =
      types.find(({ name }) => name.toLowerCase() === wanted) ?? types.find(({ element }) => !element.hidden);
    if (best) location.hash = best.element.id;
  });

  const show = (name) => {
    for (const one of map.querySelectorAll('.lit')) one.classList.remove('lit');
    if (!name) return;
    for (const one of map.querySelectorAll(`#spot-${name}, .from-${name}, .to-${name}`)) one.classList.add('lit');
  };
  const byHash = () => show(location.hash.startsWith('#type-') ? location.hash.slice(6) : '');
  // On the frame: an element of a picture that listens for focus takes it.
  const picture = map.parentElement;
  for (const begin of ['pointerover', 'focusin'])
    picture.addEventListener(begin, ({ target }) => {
      const spot = target.closest('.node');
      if (spot) show(spot.id.replace('spot-', ''));
    });
  for (const end of ['pointerout', 'focusout']) picture.addEventListener(end, byHash);
  addEventListener('hashchange', () => {
    const type = types.find(({ element }) => `#${element.id}` === location.hash);
    if (type?.element.hidden) {
      find.value = '';
      find.dispatchEvent(new Event('input'));
      type.element.scrollIntoView();
    }
    byHash();
  });
  byHash();
})();
