// Starts Swagger UI with the OpenAPI document of this service.
(async () => {
  const base = new URL('.', document.baseURI).href.replace(/\/$/, '');
  const applyTheme = () => {
    const chosen = document.documentElement.dataset.theme;
    const isDark = chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
    document.documentElement.classList.toggle('dark-mode', isDark);
  };
  applyTheme();
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', applyTheme);
  new MutationObserver(applyTheme).observe(document.documentElement, { attributeFilter: ['data-theme'] });

  /** Key of the last request. */
  let lastKey;
  const authorize = () => {
    if (fabulaSession.key) ui.preauthorizeApiKey('bearer', fabulaSession.key);
    else if (ui.authSelectors.authorized().has('bearer')) ui.authActions.logout(['bearer']);
  };

  const ids = await fabulaIds.soon();

  /** Adds ids of the newest book as examples, so that requests work unedited. */
  const withIds = (spec) => {
    const filled = JSON.parse(fabulaIds.filled(JSON.stringify(spec), ids));
    for (const operation of Object.values(filled.paths).flatMap((path) => Object.values(path)))
      for (const parameter of operation.parameters ?? [])
        if (parameter.in === 'path' && ids[parameter.name]) parameter.example = ids[parameter.name];
    return filled;
  };

  /**
   * The value at a path, with what its references refer to. Swagger UI's own function goes through the whole document
   * for each operation that is opened, which takes seconds. No schema of this document contains itself. By `$$ref` the
   * page names a schema.
   */
  const resolveSubtree = async (spec, path) => {
    const at = (keys) => keys.reduce((value, key) => value?.[key], spec);
    const keysOf = (ref) =>
      ref
        .split('/')
        .slice(1)
        .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
    const resolved = (value) => {
      if (Array.isArray(value)) return value.map(resolved);
      if (value === null || typeof value !== 'object') return value;
      const { $ref: ref, ...own } = value;
      if (typeof ref === 'string') return { ...resolved(at(keysOf(ref))), ...own, $$ref: ref };
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, resolved(one)]));
    };
    return { spec: resolved(at(path)), errors: [] };
  };

  const ui = SwaggerUIBundle({
    url: new URL('openapi.json', document.baseURI).href,
    dom_id: '#reference',
    deepLinking: true,
    docExpansion: 'list',
    defaultModelsExpandDepth: -1,
    displayRequestDuration: true,
    filter: true,
    persistAuthorization: false,
    // Requests go to the host in the address bar.
    plugins: [
      () => ({
        fn: { resolveSubtree },
        statePlugins: {
          spec: {
            wrapActions: { updateJsonSpec: (act) => (spec) => act(withIds({ ...spec, servers: [{ url: base }] })) },
          },
        },
      }),
    ],
    validatorUrl: null,
    requestInterceptor: (request) => {
      lastKey = request.headers.Authorization?.replace('Bearer ', '');
      return request;
    },
    responseInterceptor: (response) => {
      if (response.status === 401) fabulaSession.refused(lastKey);
      return response;
    },
    onComplete: authorize,
  });
  fabulaSession.onChange((_key, why) => {
    // Ids are filled in once; after a later sign-in the page reloads.
    if (why === 'signed-in') location.reload();
    else authorize();
  });
})();
