import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { lacksChromium } from './support/chromium.ts';
import { newTestChapter } from './support/editor.ts';
import { content, editorSuite } from './support/editor-suite.ts';
import { type Json, rest } from './support/rest.ts';
import { textOn } from './support/surface.ts';

const suite = 'random keys in the example editor';
/** `SEEDS=7,8,9` runs others, `STEPS` more of each. */
const seeds = (process.env.SEEDS ?? '2').split(',').map(Number);
const steps = Number(process.env.STEPS ?? 50);

/** Numbers from 0 to 1, the same for each seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const opening = (title: string) => `${title} began.\n\nNobody came to ${title}.\n\nThe water stood.`;

describe.skipIf(lacksChromium(suite))(suite, () => {
  const { editor, openAt } = editorSuite(suite);

  it.each(seeds)('loses no word without a key that deletes it: seed %i', async (seed) => {
    const random = randomOf(seed);
    const chance = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)] as Value;
    const target = await newTestChapter(editor().url, opening('quay'));
    const { bookId } = target;
    for (const title of ['crossing', 'storm'])
      await rest('POST', `/books/${bookId}/chapters`, { title, content: opening(title) });
    const chapters = async (): Promise<Json[]> => (await rest('GET', `/books/${bookId}?include=content`)).chapters;
    const page = await openAt(target.editorUrl, { mayFail: true });
    const ready = async () => {
      await expect.poll(() => textOn(page)).toContain('began.');
      await content(page).focus();
    };
    await ready();

    /** Words that must stay, and what was done, for the report. */
    const words: string[] = [];
    const done: string[] = [];
    let made = 0;
    const type = async () => {
      made += 1;
      // A first letter of its own: that of the next word may be lost in a change of chapter.
      const word = `${'abcdefghijklmnopqrstuvwxyz'[made % 26]}${made}x`;
      await page.keyboard.type(`${word} `);
      // Keys of a moment in which no chapter takes them are nobody's.
      if ((await textOn(page)).includes(`${word} `)) words.push(word);
      return word;
    };
    const changeElsewhere = async () => {
      made += 1;
      const [word, { id }] = [`agent${made}x`, chance(await chapters())];
      const { content: text } = await rest('GET', `/books/${bookId}/chapters/${id}`);
      const paragraphs: string[] = text.split('\n\n');
      const at = Math.floor(random() * paragraphs.length);
      const quote = paragraphs[at]?.trim() ?? '';
      if (quote === '') return word;
      const edits = [{ old: quote, new: chance([`${word} ${quote}`, `${quote} ${word}`, `${quote}\n\n${word}`]) }];
      // Refused if the author has just changed those words.
      const isDone = await rest('POST', `/books/${bookId}/chapters/${id}/edits`, { edits }).then(
        () => true,
        () => false,
      );
      if (isDone) words.push(word);
      return word;
    };
    const press = async () => {
      const keys = chance([
        'ArrowUp Home',
        'ArrowDown End',
        'Control+ArrowLeft',
        'Control+Home',
        'Control+End',
        'End Enter',
      ]);
      for (const key of keys.split(' ')) await page.keyboard.press(key);
      return keys;
    };
    const go = async () => {
      const key = chance(['Alt+PageDown', 'Alt+PageUp']);
      await page.keyboard.press(key);
      return key;
    };
    const reload = async () => {
      await page.reload();
      await ready();
      return '';
    };
    const lose = async () => {
      editor().proxy.goOffline();
      await type();
      editor().proxy.goOnline();
      return '';
    };
    const deeds = { type, changeElsewhere, press, go, reload, lose };
    const often = [...Array(6).fill('type'), ...Array(4).fill('changeElsewhere'), ...Array(6).fill('press')];
    const names = [...often, 'go', 'go', 'go', 'reload', 'lose'] as (keyof typeof deeds)[];
    for (let step = 0; step < steps; step += 1) {
      const name = chance(names);
      done.push(`${name} ${await deeds[name]()}`);
    }
    // What a reload has left of a chapter is merged when that is opened again.
    for (const { id, title } of await chapters()) {
      // Asked again, because a chapter that cannot be read yet leaves the former one open.
      const opened = async () => {
        const shown = await page.getByLabel('Chapter title').inputValue();
        if (shown !== title) await page.goto(`${editor().url}#${bookId}/${id}`);
        return shown;
      };
      await expect.poll(opened).toBe(title);
      await settle(page, id);
    }
    expect(await page.evaluate(draftsOf(''))).toEqual([]);
    const stored = (await chapters()).map(({ content: text }) => text).join('\n');
    const lost = missingIn(stored, words);
    expect(lost, `seed ${seed}: ${done.join(', ')}`).toEqual([]);
  });
});

/** Words that a text lacks. One that was typed into another is taken out of it first. */
function missingIn(text: string, words: readonly string[]): string[] {
  const found = words.find((word) => text.includes(word));
  if (found === undefined) return [...words];
  const others = words.filter((word) => word !== found);
  return others.length === 0 ? [] : missingIn(text.replace(new RegExp(`${found} ?`), ''), others);
}

/** Waits until all of a chapter is saved. Both versions of a passage stay where a person must choose. */
async function settle(page: Page, chapterId: string): Promise<void> {
  const settled = async () => {
    await page.evaluate(keepBoth);
    const state = await page.locator('#save-state').getAttribute('data-state');
    return [state, ...((await page.evaluate(draftsOf(chapterId))) as string[])];
  };
  await expect.poll(settled).toEqual(['saved']);
}

/** At once, because a conflict may end by itself. */
const keepBoth = `
  document.querySelector('#settle:not([hidden])')?.click();
  document.querySelector('#settle-dialog[open] [data-choice=both]')?.click();`;

const draftsOf = (chapterId: string) =>
  `Object.keys(localStorage).filter((key) => key.startsWith('fabula.draft.${chapterId}'))`;
