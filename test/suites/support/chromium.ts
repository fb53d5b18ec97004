import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { expect, inject } from 'vitest';

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** A busy machine makes every page slow; a wait in vain still ends before its test does. */
export const waitMsMax = 90_000;

/** Why these suites cannot run here; undefined where they can. */
export const whyNoChromium = existsSync(executablePath)
  ? undefined
  : `there is no ${executablePath}; CHROMIUM names another one`;

export function launch(): Promise<Browser> {
  const args = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'];
  return chromium.launch({ executablePath, headless: true, args, timeout: waitMsMax });
}

/** A browser of its own, as a person would come with: it reaches the service and nothing else. */
export interface Visit {
  page: Page;
  context: BrowserContext;
  /** Fails where a page broke, asked for what is not there, or asked anybody else for anything; closes the browser’s window. */
  leave(): Promise<void>;
}

export async function visit(browser: Browser, options: Parameters<Browser['newContext']>[0] = {}): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, ...options });
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
    // What a page was still loading when it was left is nobody’s fault.
    const why = request.failure()?.errorText;
    if (why !== 'net::ERR_ABORTED') faults.push(`failed: ${request.url()} ${why}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) faults.push(`${response.status()} ${response.url()}`);
  });
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) faults.push(message.text());
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
