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

/**
 * The room of a file: its folder, one level deeper in `faces` and two in `domain`, whose folders are wings. A file directly
 * in `src/` is a room of its own.
 */
export function roomOf(file: string): string {
  const [first = '', ...others] = file.split('/').slice(0, -1);
  const depth = { domain: 2, faces: 1 }[first] ?? 0;
  return first === '' ? file : [first, ...others.slice(0, depth)].join('/');
}

/** The wing of a room of `domain`; other rooms stand for themselves. */
export function wingOf(room: string): string {
  return room.split('/').slice(0, 2).join('/');
}

export const isFile = (room: string) => /\.[tj]s$/.test(room);

export interface Link {
  from: string;
  to: string;
}

/** Every link between modules: imports of values and types, dynamic imports, threads, and additions to another's types. */
export const links: Link[] = modules.flatMap((from) =>
  [...textOf(from).matchAll(/\b(?:from|import|declare module|new URL)\s*\(?\s*'(\.[^'$]*)'/g)]
    .map(([, path = '']) => ({ from, to: resolved(from, path) }))
    .filter(({ to }) => modules.includes(to)),
);

/** The links between rooms. */
export const between = links
  .map(({ from, to }) => ({ room: roomOf(from), other: roomOf(to), edge: `${from} → ${to}` }))
  .filter(({ room, other }) => room !== other);

const imported = Map.groupBy(between, ({ room }) => room);

/** The rooms below a room: those that it imports, and those below them. */
export function roomsBelow(room: string, found = new Set<string>()): ReadonlySet<string> {
  for (const { other } of imported.get(room) ?? []) {
    if (found.has(other)) continue;
    found.add(other);
    roomsBelow(other, found);
  }
  return found;
}

export const architecture = readFileSync(resolve(root, '../docs/architecture.md'), 'utf8');

/** The table of folders in docs/architecture.md: what each may import, wings of `domain` as one. */
function foldersOf(document: string): Map<string, string[]> {
  const table = document.slice(document.indexOf('| folder | may import |')).split('\n\n')[0] ?? '';
  const rows = [...table.matchAll(/^\| `([^`]+)` \| (.*) \|$/gm)];
  return new Map(
    rows.map(([, folder = '', list = '']) => [folder, [...list.matchAll(/`([^`]+)`/g)].map((one) => one[1] ?? '')]),
  );
}

export const folders = foldersOf(architecture);
