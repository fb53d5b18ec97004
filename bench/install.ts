import { readFileSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** An installed package without the packages nested in it. */
interface Installed {
  name: string;
  bytes: number;
  /** Whether `npm ci --omit=dev` leaves it out. */
  isDev: boolean;
}

interface Lock {
  packages: Record<string, { dev?: boolean; devOptional?: boolean }>;
}

/** Smaller packages are not listed. */
const listedBytesMin = 1_000_000;

/** The packages of the lockfile that are installed on this machine. Other files, such as caches, are not counted. */
export async function installed(root: URL): Promise<Installed[]> {
  const lock: Lock = JSON.parse(readFileSync(new URL('package-lock.json', root), 'utf8'));
  const places = Object.entries(lock.packages).filter(([place]) => place !== '');
  const sizes = await Promise.all(places.map(([place]) => bytesIn(fileURLToPath(new URL(place, root)))));
  return places.flatMap(([place, { dev = false, devOptional = false }], index) => {
    const bytes = sizes[index] ?? 0;
    return bytes === 0 ? [] : [{ name: place.replace(/^.*node_modules\//, ''), bytes, isDev: dev || devOptional }];
  });
}

async function bytesIn(directory: string): Promise<number> {
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
  const sizes = entries.map(async (entry) => {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? 0 : bytesIn(path);
    return (await stat(path)).size;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

const megabytes = (bytes: number) => (bytes / 1_000_000).toFixed(1);

export function installTable(all: readonly Installed[]): { summary: string; table: string } {
  const running = all.filter(({ isDev }) => !isDev);
  const sum = (some: readonly Installed[]) => Math.round(some.reduce((bytes, one) => bytes + one.bytes, 0) / 1_000_000);
  const node = running.filter(({ name }) => name.startsWith('node-linux'));
  const large = running.filter(({ bytes }) => bytes >= listedBytesMin).sort((a, b) => b.bytes - a.bytes);
  return {
    summary: `Installed size: ${sum(all)} MB after \`npm ci\`, ${sum(running)} MB after \`npm ci --omit=dev\`, of which ${sum(node)} MB are Node itself.`,
    table: [
      '| package | MB |',
      '|---|---|',
      ...large.map(({ name, bytes }) => `| ${name} | ${megabytes(bytes)} |`),
    ].join('\n'),
  };
}
