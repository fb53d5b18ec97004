import { readdir, readFile, writeFile } from 'node:fs/promises';
import { licenceRows, type ProductionPackage, productionPackages, root } from './licences.ts';

const isNotice = (name: string) => /^(licen[cs]e|copying|notice)/i.test(name);

/** The licence files of an installed package. */
async function textsOf({ path }: ProductionPackage): Promise<string[]> {
  const folder = new URL(`${path}/`, root);
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const names = entries.filter((entry) => entry.isFile() && isNotice(entry.name)).map(({ name }) => name);
  return Promise.all(
    names.sort().map(async (name) => (await readFile(new URL(name, folder), 'utf8')).replaceAll('\r\n', '\n')),
  );
}

/** The packages that run in production, and each licence text once. */
async function notices(): Promise<string> {
  const usersOf = new Map<string, Set<string>>();
  for (const one of productionPackages())
    for (const text of await textsOf(one))
      usersOf.set(text, (usersOf.get(text) ?? new Set()).add(`${one.name} ${one.version}`));
  const quoted = [...usersOf].map(([text, users]) => `### ${[...users].sort().join(', ')}\n\n${text.trim()}\n`);
  const list = licenceRows().map((row) => row.filter(Boolean).join(', '));
  return `# Third-party notices\n\n${list.join('\n')}\n\n${quoted.sort().join('\n')}`;
}

await writeFile(new URL('THIRD-PARTY-NOTICES.md', root), await notices());
