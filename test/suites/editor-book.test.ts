import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startRehearsal } from '../../src/providers/rehearsal.ts';
import { lacksChromium, launch } from './support/chromium.ts';
import { barriers, openEditorPage } from './support/editor.ts';
import { epubMessages, whyNoEpubcheck } from './support/epubcheck.ts';
import { type OwnService, startOwnService } from './support/own-service.ts';
import { isLacking, report } from './support/say.ts';
import { sideways } from './support/sideways.ts';
import { textOf } from './support/surface.ts';

const suite = 'a book from premise to EPUB at the desk';
const isSkipped = lacksChromium(suite) || isLacking(suite, whyNoEpubcheck());

/** How a person operates the page. */
interface Hand {
  press(control: Locator): Promise<void>;
  write(control: Locator, text: string): Promise<void>;
}

const byMouse = (): Hand => ({
  press: (control) => control.click(),
  write: (control, text) => control.fill(text),
});

/** Tab to a control, as somebody without a mouse does. */
async function reach(page: Page, control: Locator): Promise<void> {
  await control.waitFor();
  const isThere = () => control.evaluate((element) => element === document.activeElement);
  for (let keys = 0; keys < 150; keys += 1) {
    if (await isThere()) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${control}.`);
}

const byKeyboard = (page: Page): Hand => ({
  async press(control) {
    await reach(page, control);
    const isTab = (await control.getAttribute('role')) === 'tab';
    if (!isTab) await page.keyboard.press('Enter');
  },
  async write(control, text) {
    await reach(page, control);
    await page.keyboard.press('Control+a');
    await page.keyboard.type(text);
  },
});

type Look = [width: number, colorScheme: 'light' | 'dark'];
const looks: readonly Look[] = [
  [1400, 'light'],
  [390, 'dark'],
];
const otherLooks: readonly Look[] = [
  [1400, 'dark'],
  [390, 'light'],
];

describe.skipIf(isSkipped)(suite, () => {
  let browser: Browser;
  let service: OwnService;
  let provider: Awaited<ReturnType<typeof startRehearsal>>;
  let folder: string;
  beforeAll(async () => {
    provider = await startRehearsal({ wordsPerSecond: 1_000 });
    service = await startOwnService({ OPENAI_BASE_URL: provider.url });
    browser = await launch();
    folder = await mkdtemp(join(tmpdir(), 'fabula-desk-'));
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
    await provider?.close();
    await rm(folder, { recursive: true, force: true });
    report(suite, 'by mouse and by keyboard, in two widths and two colour schemes');
  });

  it.each([
    ['mouse', 1400, 'light'],
    ['keyboard', 390, 'dark'],
  ] as const)('by %s, at %i pixels, %s', async (means, width, colorScheme) => {
    const { page, faults } = await openEditorPage(browser, `${service.url}/desk`, { session: service.session });
    const { press, write } = means === 'mouse' ? byMouse() : byKeyboard(page);
    const button = (name: string | RegExp, within: Page | Locator = page) =>
      within.getByRole('button', { name, exact: true });
    const view = (name: string) => page.getByRole('link', { name, exact: true });
    const pane = async (name: string) => {
      const choice = page.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name });
      if (await choice.isVisible()) await press(choice);
    };
    const wear = async ([wide, colours]: Look) => {
      await page.setViewportSize({ width: wide, height: 900 });
      await page.emulateMedia({ colorScheme: colours });
    };
    /** Finds nothing wrong with the page as people see it at this point of the way. */
    const look = async (all: readonly Look[] = looks) => {
      for (const one of means === 'mouse' ? all : []) {
        await wear(one);
        const wrong = [...(await barriers(page)), ...(await sideways(page))];
        expect(wrong.map((what) => `${what} at ${one}`)).toEqual([]);
      }
      await wear([width, colorScheme]);
    };
    await wear([width, colorScheme]);
    await page.goto(`${service.url}/desk`);

    // Premise.
    await press(button('New book', page.getByRole('region', { name: 'Your books' })));
    await write(page.getByRole('dialog').getByLabel('Title'), `The ferry by ${means}`);
    await write(page.getByLabel('Premise'), 'A keeper finds a message in her own hand.');
    await press(button('Create book'));
    const next = page.getByRole('region', { name: 'Next steps' });
    await next.getByText('This book has no chapters yet').waitFor();
    await look([...looks, ...otherLooks]);

    // Cast and plan.
    await press(button('Cast', next));
    await write(page.getByLabel('New character'), 'Emma Vale');
    await press(button('Add character'));
    await page.locator('#cast summary').getByText('Emma Vale').waitFor();
    await press(page.getByRole('tab', { name: 'Cast' }));
    for (let keys = 0; keys < 2; keys += 1) await page.keyboard.press('ArrowRight');
    await write(page.getByRole('tabpanel', { name: 'Plan' }).getByLabel('Theme'), 'Who is believed.');
    await page.keyboard.press('Tab');
    await look();

    // Outlines.
    await press(view('Outline'));
    const outline = page.getByRole('region', { name: 'Outline', exact: true });
    await write(outline.getByLabel('Outlines'), '1');
    await write(outline.getByLabel('Chapters'), '2');
    await press(button('Make outlines'));
    await press(button('Make', page.getByRole('dialog')));
    await outline.getByRole('listitem').nth(1).getByRole('heading').waitFor();
    await look();
    await press(button('Adopt', outline));
    const content = page.getByLabel('Chapter text');
    await content.waitFor();

    // Chapters.
    await press(button('Write this chapter'));
    await page.getByRole('dialog').getByText('What the model reads').waitFor();
    await look();
    await press(button('Write', page.getByRole('dialog')));
    await button('Rewrite').waitFor();
    expect((await textOf(content)).length).toBeGreaterThan(200);
    await look([...looks, ...otherLooks]);
    await pane('Chapters');
    await press(button('Write the rest of the book'));
    await press(button('Write', page.getByRole('dialog')));
    await page.getByText('The book is written to its end.').waitFor();

    // What lint says.
    await pane('Book');
    await press(page.getByRole('tab', { name: means === 'mouse' ? 'Check' : 'Plan' }));
    if (means === 'keyboard') for (let keys = 0; keys < 3; keys += 1) await page.keyboard.press('ArrowRight');
    await page
      .getByRole('tabpanel', { name: 'Check' })
      .getByText(/finding|Nothing to mend/)
      .first()
      .waitFor();
    await look();

    if (means === 'mouse') {
      await wear([390, 'light']);
      await pane('Book');
      await wear([width, colorScheme]);
      for (const name of await page.getByRole('tab').allInnerTexts()) {
        await page.getByRole('tab', { name }).click();
        await look();
      }
    }

    // Readers.
    await press(view('Publish'));
    const publication = page.getByRole('form', { name: 'Publication' });
    await press(button('Publish', publication));
    await publication.getByText('Readers see the book as it is now.').waitFor();
    await page.getByRole('form', { name: 'Narration' }).getByText('No speech provider').waitFor();
    await look();
    const saved = page.waitForEvent('download');
    await press(button('Export'));
    const file = join(folder, `${means}.epub`);
    await (await saved).saveAs(file);
    expect(await epubMessages(file)).toEqual([]);
    await page.context().close();
    expect(faults).toEqual([]);
  });
});
