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

  const address = new URL(location.href);
  const chosen = ready[address.searchParams.get('ready')];
  const shared = address.searchParams.get('query');
  const variables = address.searchParams.get('variables');
  const opened = shared ? { query: shared, variables: variables ?? '' } : chosen;
  // The address of what is opened, so that what is typed later is not mistaken for it.
  for (const name of ['ready', 'variables']) address.searchParams.delete(name);
  history.replaceState({}, '', address);

  const first = opened
    ? opened
    : { defaultTabs: tabs.map((name) => ({ ...ready[name], headers })), defaultQuery: ready[tabs[0]]?.query ?? '' };
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
