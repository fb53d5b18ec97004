import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { isLacking } from './say.ts';

/** Chromium without windows takes half the processor time. */
const known = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const executablePath = process.env.CHROMIUM ?? known.find(existsSync) ?? 'chromium';

/** Generous for a busy machine, but shorter than the test timeout. */
export const waitMsMax = 90_000;

/** Whether a suite must be skipped, because there is no browser. */
export const lacksChromium = (suite: string): boolean =>
  isLacking(
    suite,
    existsSync(executablePath)
      ? undefined
      : `${executablePath} does not exist; install chromium-headless-shell or chromium, or set CHROMIUM`,
  );

export function launch(): Promise<Browser> {
  const args = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'];
  return chromium.launch({ executablePath, headless: true, args, timeout: waitMsMax });
}

/** A fresh browser context that can reach only the service. */
export interface Visit {
  page: Page;
  context: BrowserContext;
  /** Closes the context; throws after page errors, failed requests or external requests. */
  leave(): Promise<void>;
}

type ContextOptions = NonNullable<Parameters<Browser['newContext']>[0]>;

/** Storage of a browser with a session at this origin. */
export function signedIn(origin: string, session = inject('session')): Pick<ContextOptions, 'storageState'> {
  const localStorage = [{ name: 'fabula:session', value: session }];
  return { storageState: { cookies: [], origins: [{ origin, localStorage }] } };
}

export interface VisitOptions extends ContextOptions {
  /** Whether the browser has a session; default true. */
  isSignedIn?: boolean;
  /** Error statuses that the service may return. */
  mayAnswer?: readonly number[];
}

export async function visit(
  browser: Browser,
  { isSignedIn = true, mayAnswer = [], ...options }: VisitOptions = {},
): Promise<Visit> {
  const state = isSignedIn ? signedIn(inject('url')) : {};
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, ...state, ...options });
  context.setDefaultTimeout(waitMsMax);
  const faults: string[] = [];
  await context.route(
    (url) => /^(https?|wss?):$/.test(url.protocol) && url.origin !== inject('url'),
    (route) => {
      faults.push(`elsewhere: ${route.request().url()}`);
      return route.abort();
    },
  );
  const page = await context.newPage();
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  page.on('requestfailed', (request) => {
    // Requests aborted by navigation are not faults.
    const why = request.failure()?.errorText;
    if (why !== 'net::ERR_ABORTED') faults.push(`failed: ${request.url()} ${why}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400 && !mayAnswer.includes(response.status()))
      faults.push(`${response.status()} ${response.url()}`);
  });
  page.on('console', (message) => {
    // Libraries report exceptions that they catch.
    if (/Content Security Policy|^(Type|Reference)Error/.test(message.text())) faults.push(message.text());
  });
  return {
    page,
    context,
    async leave() {
      await context.close();
      expect(faults).toEqual([]);
    },
  };
}
