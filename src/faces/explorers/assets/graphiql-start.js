// Starts GraphiQL with the example documents in the page.
(async () => {
  const { tabs, ready, workers } = JSON.parse(document.getElementById('settings').textContent);

  self.MonacoEnvironment = {
    globalAPI: false,
    getWorkerUrl: (_module, label) => new URL(workers[label] ?? workers.editorWorkerService, document.baseURI).href,
  };

  // Requests carry the session key. The schema is loaded from a public file, which needs no key.
  const isIntrospection = ({ body } = {}) => typeof body === 'string' && /\bIntrospectionQuery\b/.test(body);
  const plainFetch = globalThis.fetch.bind(globalThis);
  globalThis.fetch = (input, init) =>
    isIntrospection(init) ? plainFetch(new URL('schema.json', document.baseURI)) : fabulaSession.fetch(input, init);

  // The header follows the colour setting of GraphiQL.
  new MutationObserver(() => {
    const [, theme] = /graphiql-(light|dark)/.exec(document.body.className) ?? [];
    if (theme) document.documentElement.dataset.theme = theme;
  }).observe(document.body, { attributeFilter: ['class'] });

  /** The last active tab. GraphiQL stores its tabs, but opens a new one unless it gets a query. */
  const lastOpen = () => {
    try {
      const { tabs: stored, activeTabIndex } = JSON.parse(localStorage.getItem('graphiql:tabState'));
      const { query, variables } = stored[activeTabIndex];
      return query ? { query, variables: variables ?? '' } : undefined;
    } catch {
      return undefined;
    }
  };

  const ids = await fabulaIds.soon();
  for (const one of Object.values(ready)) one.variables = fabulaIds.filled(one.variables, ids);
  // Ids are filled in once. After a later sign-in the page reloads; GraphiQL restores its tabs.
  fabulaSession.onChange((_key, why) => {
    if (why === 'signed-in') location.reload();
  });

  const query = new URL(location.href).searchParams;
  const chosen = ready[query.get('ready')];
  // GraphiQL writes edits into the address, so that it can be shared.
  const shared = query.has('query') && {
    query: query.get('query'),
    variables: query.get('variables') ?? chosen?.variables ?? '',
  };
  const first = shared ||
    chosen ||
    lastOpen() || {
      defaultTabs: tabs.map((name) => ready[name]),
      defaultQuery: ready[tabs[0]]?.query ?? '',
    };
  YogaGraphiQL.renderYogaGraphiQL(document.getElementById('graphiql'), {
    title: 'Fabula',
    logo: ' ',
    endpoint: new URL('graphql', document.baseURI).href,
    // A key entered under Headers is not stored.
    shouldPersistHeaders: false,
    defaultEditorToolsVisibility: 'variables',
    defaultTheme: document.documentElement.dataset.theme ?? null,
    ...first,
  });
})();
