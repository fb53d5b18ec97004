import { readFile, writeFile } from 'node:fs/promises';
import { generatedPages, withTables } from './tables.ts';

for (const page of generatedPages) {
  const file = new URL(page, new URL('../../', import.meta.url));
  await writeFile(file, withTables(await readFile(file, 'utf8'), page));
}
