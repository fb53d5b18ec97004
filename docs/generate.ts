import { readFile, writeFile } from 'node:fs/promises';
import { type Page, withTables } from './tables.ts';

const pages: Record<Page, URL> = {
  'README.md': new URL('../README.md', import.meta.url),
  'contract.md': new URL('contract.md', import.meta.url),
  'generation.md': new URL('generation.md', import.meta.url),
};

for (const page of ['README.md', 'contract.md', 'generation.md'] as const) {
  await writeFile(pages[page], withTables(await readFile(pages[page], 'utf8'), page));
}
