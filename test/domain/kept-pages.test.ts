import { expect, it } from 'vitest';
import { keptOf } from '../../src/http/pages/document.ts';
import { KeptPages } from '../../src/http/reader/kept-pages.ts';

const pageOf = (bytes: number) => keptOf(Buffer.alloc(bytes), 'text/html', {});
const mega = 1024 * 1024;

it('a page is made once for all who ask for it at a time, and anew for another stamp', async () => {
  const pages = new KeptPages();
  let made = 0;
  const make = async () => {
    made += 1;
    return pageOf(10);
  };
  await Promise.all([1, 2, 3].map(() => pages.keep('/read/a', 'one', undefined, make)));
  expect(made).toBe(1);
  await pages.keep('/read/a', 'two', pages.at('/read/a'), make);
  expect([made, pages.at('/read/a')?.stamp]).toEqual([2, 'two']);
});

it('a page that could not be made is tried again', async () => {
  const pages = new KeptPages();
  await expect(pages.keep('/read/a', 'one', undefined, () => Promise.reject(new Error('No.')))).rejects.toThrow('No.');
  expect((await pages.keep('/read/a', 'one', undefined, () => pageOf(10))).stamp).toBe('one');
});

it('those that were not asked for longest make room, and one that was dropped meanwhile is still sent', async () => {
  const pages = new KeptPages();
  const ask = (address: string) => pages.keep(address, 'one', pages.at(address), () => pageOf(5 * mega));
  const first = await ask('/read/a');
  for (const address of ['/read/b', '/read/c', '/read/a', '/read/d']) await ask(address);
  expect(['a', 'b', 'c', 'd'].filter((name) => pages.at(`/read/${name}`))).toEqual(['a', 'c', 'd']);
  await ask('/read/e');
  await ask('/read/f');
  await ask('/read/g');
  expect(pages.at('/read/a')).toBeUndefined();
  expect(await pages.keep('/read/a', 'one', first, () => pageOf(1))).toBe(first);
});
