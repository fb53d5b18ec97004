// Starts Swagger UI with the document of this service.
(() => {
  const { key } = JSON.parse(document.getElementById('settings').textContent);
  const base = new URL('.', document.baseURI).href.replace(/\/$/, '');
  const showTheme = () => {
    const chosen = document.documentElement.dataset.theme;
    const isDark = chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
    document.documentElement.classList.toggle('dark-mode', isDark);
  };
  showTheme();
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', showTheme);
  new MutationObserver(showTheme).observe(document.documentElement, { attributeFilter: ['data-theme'] });

  const ui = SwaggerUIBundle({
    url: new URL('openapi.json', document.baseURI).href,
    dom_id: '#reference',
    deepLinking: true,
    docExpansion: 'list',
    defaultModelsExpandDepth: -1,
    displayRequestDuration: true,
    filter: true,
    persistAuthorization: false,
    // The name by which the browser has come is the one that it may call.
    plugins: [
      () => ({
        statePlugins: {
          spec: { wrapActions: { updateJsonSpec: (act) => (spec) => act({ ...spec, servers: [{ url: base }] }) } },
        },
      }),
    ],
    validatorUrl: null,
    onComplete: () => key && ui.preauthorizeApiKey('bearer', key),
  });
})();
