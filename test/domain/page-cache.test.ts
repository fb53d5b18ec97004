import { expect, it } from 'vitest';
import { staticContent } from '../../src/faces/explorers/document.ts';
import { PageCache } from '../../src/faces/reader/page-cache.ts';

const pageOf = (bytes: number) => staticContent(Buffer.alloc(bytes), 'text/html', {});
const mega = 1024 * 1024;

it('renders a page once for concurrent requests, and again for a new stamp', async () => {
  const pages = new PageCache();
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

it('retries a page that failed to render', async () => {
  const pages = new PageCache();
  await expect(pages.keep('/read/a', 'one', undefined, () => Promise.reject(new Error('No.')))).rejects.toThrow('No.');
  expect((await pages.keep('/read/a', 'one', undefined, () => pageOf(10))).stamp).toBe('one');
});

it('evicts the least recently used pages, but still serves an evicted one to its requester', async () => {
  const pages = new PageCache();
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
