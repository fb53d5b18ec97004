// Signs the browser in and out for every page of the service. Loaded in the head, before any other script.
// A sign-in link ends in #sign-in=CODE. A button exchanges the code for a session key, which is kept in this origin's
// localStorage. A key entered by hand stays in memory. Either is sent as `Authorization: Bearer`; there is no cookie.
(() => {
  const storageKey = 'fabula:session';
  /** The code of a link that has not been used yet, until the tab or the dialog is closed: a reload keeps it. */
  const codeKey = 'fabula:sign-in';
  const plainFetch = globalThis.fetch.bind(globalThis);
  const listeners = new Set();
  /** `{key, tokenId?, account?, expiresAt?}`. A key entered by hand has no `tokenId`. */
  let session;
  let code;

  const stored = () => {
    try {
      const found = JSON.parse(localStorage.getItem(storageKey));
      return found?.key && new Date(found.expiresAt) > new Date() ? found : undefined;
    } catch {
      return undefined;
    }
  };
  const store = (value) => {
    try {
      if (value) localStorage.setItem(storageKey, JSON.stringify(value));
      else localStorage.removeItem(storageKey);
    } catch {
      // Without storage the key lasts for this page.
    }
  };

  const keepCode = (value) => {
    try {
      if (value === undefined) sessionStorage.removeItem(codeKey);
      else sessionStorage.setItem(codeKey, value);
    } catch {
      // Without storage a reload loses it.
    }
  };
  const keptCode = () => {
    try {
      return sessionStorage.getItem(codeKey) ?? undefined;
    } catch {
      return undefined;
    }
  };

  /** Reads the code and removes it from the address and the history. */
  const takeCode = () => {
    const found = /^#sign-in=(.*)$/.exec(location.hash);
    if (!found) return;
    code = found[1];
    keepCode(code);
    history.replaceState(null, '', location.pathname + location.search);
  };

  /** Sets the session and calls the listeners. `why`: signed-in, typed, signed-out, refused, or elsewhere (in another tab). */
  const change = (next, why) => {
    session = next;
    show();
    for (const listener of [...listeners]) listener(session?.key, why);
  };

  const refused = (key) => {
    if (!key || key !== session?.key) return;
    if (stored()?.key === key) store(undefined);
    change(undefined, 'refused');
  };

  const fetchWithKey = async (input, init = {}) => {
    const headers = new Headers(init.headers);
    const key = session?.key;
    if (key && !headers.has('authorization')) headers.set('authorization', `Bearer ${key}`);
    const response = await plainFetch(input, { ...init, headers });
    if (response.status === 401 && headers.get('authorization') === `Bearer ${key}`) refused(key);
    return response;
  };

  const at = (path) => new URL(path, document.baseURI);
  const revoke = ({ key, tokenId }) =>
    plainFetch(at(`v1/account/tokens/${tokenId}`), { method: 'DELETE', headers: { authorization: `Bearer ${key}` } });

  /** Exchanges the code of the link. Throws the service's message on failure. */
  const signIn = async () => {
    const headers = { 'content-type': 'application/json' };
    const response = await plainFetch(at('session'), { method: 'POST', headers, body: JSON.stringify({ code }) });
    const { data, error } = await response.json().catch(() => ({}));
    if (!data) throw new Error(error?.message ?? 'The service sent an invalid answer. Try again.');
    code = undefined;
    keepCode();
    const former = session ?? stored();
    store(data);
    change(data, 'signed-in');
    if (former?.tokenId) await revoke(former).catch(() => {});
  };

  const signOut = async () => {
    const former = session;
    store(undefined);
    // Revoke first: a listener may reload the page.
    const isRevoked =
      !former?.tokenId ||
      (await revoke(former)
        .then(({ status }) => status < 500)
        .catch(() => false));
    change(undefined, 'signed-out');
    if (!isRevoked) announce('Signed out here. The service did not answer, so the key works until it expires.');
  };

  // User interface: a button in the header and a dialog.
  const element = (tag, properties = {}, ...children) => {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...children);
    return made;
  };
  const announce = (text) => {
    for (const region of document.querySelectorAll('#announcement, #spoken')) region.textContent = text;
  };
  let dialog;

  const show = () => {
    document.documentElement.dataset.session = session ? 'in' : 'out';
    const container = document.getElementById('session');
    if (!container) return;
    const isTyped = session && !session.tokenId;
    const leaveLabel = isTyped ? 'Forget the key' : 'Sign out';
    const button = element('button', {
      type: 'button',
      className: 'quiet',
      textContent: session ? leaveLabel : 'Sign in',
    });
    button.addEventListener('click', () => (session ? void signOut() : open()));
    container.replaceChildren(
      ...(session ? [element('span', { textContent: isTyped ? 'A key is in use' : session.account })] : []),
      button,
    );
    if (session && dialog?.open) dialog.close();
  };

  const byLink = () => {
    const button = element('button', { type: 'button', className: 'primary', textContent: 'Sign in' });
    button.addEventListener('click', async () => {
      button.disabled = true;
      await signIn().catch(({ message }) => {
        code = undefined;
        keepCode();
        fill(message);
      });
    });
    return [
      element('p', {
        textContent:
          'The link works once. This browser then has its own key for 12 hours, or until 60 minutes without use.',
      }),
      element('p', { className: 'actions' }, button),
    ];
  };

  const byKey = () => {
    const field = element('input', { id: 'session-key', type: 'password', autocomplete: 'off', required: true });
    field.spellcheck = false;
    const form = element(
      'form',
      { method: 'dialog' },
      element('label', { htmlFor: field.id, textContent: 'Or use a key' }),
      element('div', { className: 'field' }, field, element('button', { textContent: 'Use it' })),
      element('p', { className: 'hint', textContent: 'It stays in memory until you close or reload this page.' }),
    );
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      change({ key: field.value.trim() }, 'typed');
      dialog.close();
    });
    const command = (text) => element('code', { textContent: text });
    return [
      element('p', {}, 'Open the link that ', command('npm start'), ' printed, or print a new one:'),
      element('p', {}, command('npm run -s login')),
      form,
    ];
  };

  const fill = (message = '') => {
    const error = element('p', { className: 'fault', role: 'alert', textContent: message });
    const close = element('button', { type: 'button', className: 'close', textContent: '✕' });
    close.setAttribute('aria-label', 'Close');
    close.addEventListener('click', () => dialog.close());
    const heading = element('h2', { id: 'sign-in-title', textContent: 'Sign in to Fabula' });
    // The dialog focuses its first control, so the close button is last.
    dialog.replaceChildren(heading, error, ...(code === undefined ? byKey() : byLink()), close);
  };

  const open = (message) => {
    if (!dialog) {
      dialog = element('dialog', { className: 'sign-in' });
      dialog.setAttribute('aria-labelledby', 'sign-in-title');
      dialog.addEventListener('close', () => keepCode());
      document.body.append(dialog);
    }
    fill(message);
    if (!dialog.open) dialog.showModal();
  };

  takeCode();
  code ??= keptCode();
  session = stored();
  addEventListener('hashchange', () => {
    takeCode();
    if (code !== undefined) open();
  });
  addEventListener('storage', ({ key, storageArea }) => {
    if (storageArea !== localStorage || (key !== null && key !== storageKey)) return;
    const next = stored();
    if (next?.key !== session?.key && (next || session?.tokenId)) change(next, 'elsewhere');
  });
  document.addEventListener('DOMContentLoaded', () => {
    show();
    if (code !== undefined) open();
  });

  globalThis.fabulaSession = {
    /** The current key, if any. */
    get key() {
      return session?.key;
    },
    /** `fetch` with the session key. A 401 drops the key. */
    fetch: fetchWithKey,
    /** Drops this key, unless another one is in use. */
    refused,
    /** Calls `listener(key, why)` after each change. */
    onChange: (listener) => void listeners.add(listener),
    /** Opens the dialog. */
    ask: open,
    /** Resolves once there is a key. Opens the dialog if there is none. */
    async needed(message) {
      if (session) return;
      const { promise, resolve } = Promise.withResolvers();
      const listener = (key) => {
        if (!key) return;
        listeners.delete(listener);
        resolve();
      };
      listeners.add(listener);
      open(message);
      await promise;
    },
  };
})();
