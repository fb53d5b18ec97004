import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../../src');

/** All modules of the service; scripts of pages run in browsers. */
export const modules = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (name) => /\.[tj]s$/.test(name) && !name.startsWith('faces/explorers/assets/'),
);
/** Those that people write. */
export const files = modules.filter((name) => name.endsWith('.ts') && !name.endsWith('.gen.ts'));

export function textOf(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

export function resolved(from: string, path: string): string {
  return path.startsWith('.') ? relative(root, resolve(root, dirname(from), path)) : path;
}

/** The room of a file: its folder, one level deeper in `domain` and `faces`. A file directly in `src/` is a room of its own. */
export function roomOf(file: string): string {
  const [first = '', second = '', third] = file.split('/');
  return third && ['domain', 'faces'].includes(first) ? `${first}/${second}` : first;
}

/** The table of folders in docs/architecture.md: what each may import. */
function foldersOf(document: string): Map<string, string[]> {
  const table = document.slice(document.indexOf('| folder | may import |')).split('\n\n')[0] ?? '';
  const rows = [...table.matchAll(/^\| `([^`]+)` \| (.*) \|$/gm)];
  return new Map(
    rows.map(([, folder = '', list = '']) => [folder, [...list.matchAll(/`([^`]+)`/g)].map((one) => one[1] ?? '')]),
  );
}

export const folders = foldersOf(readFileSync(resolve(root, '../docs/architecture.md'), 'utf8'));

/** The folders that a room may import. A roster without rules of its own needs no row. */
export function importable(room: string): readonly string[] {
  return folders.get(room) ?? (room.startsWith('domain/') ? ['domain', 'domain/roster', 'graphql'] : []);
}
