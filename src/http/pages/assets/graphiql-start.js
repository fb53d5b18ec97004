// Starts GraphiQL with what the server has put into the page.
(() => {
  const { headers, hasKey, tabs, ready, workers } = JSON.parse(document.getElementById('settings').textContent);

  self.MonacoEnvironment = {
    globalAPI: false,
    getWorkerUrl: (_module, label) => new URL(workers[label] ?? workers.editorWorkerService, document.baseURI).href,
  };

  // GraphiQL has a setting for its colours; the header goes with it.
  new MutationObserver(() => {
    const [, theme] = /graphiql-(light|dark)/.exec(document.body.className) ?? [];
    if (theme) document.documentElement.dataset.theme = theme;
  }).observe(document.body, { attributeFilter: ['class'] });

  /** GraphiQL keeps what was open, but begins another tab unless it is told to open that again. */
  const lastOpen = () => {
    try {
      const { tabs: kept, activeTabIndex } = JSON.parse(localStorage.getItem('graphiql:tabState'));
      const { query, variables } = kept[activeTabIndex];
      return query ? { query, variables: variables ?? '' } : undefined;
    } catch {
      return undefined;
    }
  };

  const asked = new URL(location.href).searchParams;
  const chosen = ready[asked.get('ready')];
  // What is typed goes into the address, so that it can be shared.
  const shared = asked.has('query') && {
    query: asked.get('query'),
    variables: asked.get('variables') ?? chosen?.variables ?? '',
  };
  const first = shared ||
    chosen ||
    lastOpen() || {
      defaultTabs: tabs.map((name) => ({ ...ready[name], headers })),
      defaultQuery: ready[tabs[0]]?.query ?? '',
    };
  YogaGraphiQL.renderYogaGraphiQL(document.getElementById('graphiql'), {
    title: 'Fabula',
    logo: ' ',
    endpoint: new URL('graphql', document.baseURI).href,
    headers,
    // A key that the page has need not be kept anywhere else.
    ...(hasKey ? { initialHeaders: headers, shouldPersistHeaders: false } : {}),
    defaultEditorToolsVisibility: hasKey ? 'variables' : 'headers',
    defaultTheme: document.documentElement.dataset.theme ?? null,
    ...first,
  });
})();
