import { readFileSync } from 'node:fs';
import { hashOf, type Page, staticPage } from './document.ts';

/** Packages that the desk imports. Those that they need come with them. */
const imported = [
  '@codemirror/state',
  '@codemirror/view',
  '@codemirror/commands',
  '@codemirror/language',
  '@lezer/markdown',
];

interface Package {
  /** Relative to the page. New content has a new path, so browsers may cache each path forever. */
  path: string;
  content: Buffer;
}

/** The ES modules of the packages of the desk, by name, as they were published. */
function packages(): ReadonlyMap<string, Package> {
  const found = new Map<string, Package>();
  const waiting = [...imported];
  for (let name = waiting.shift(); name; name = waiting.shift()) {
    if (found.has(name)) continue;
    const content = readFileSync(new URL(import.meta.resolve(name)));
    found.set(name, {
      path: `assets/${hashOf(content)}/${name.replaceAll(/\W+/g, '-').replace(/^-/, '')}.js`,
      content,
    });
    waiting.push(...importsOf(content.toString()));
  }
  return found;
}

/** The packages whose names a published module imports. */
const importsOf = (module: string) =>
  [...module.matchAll(/^import\b[^"';]*?\bfrom ?["']([^"'.][^"']*)["']/gm)].map(([, name]) => name ?? '');

/** A map of imports for a page, the paths that it names, to be fetched at once, and the modules. */
export function deskPackages(): { imports: string; paths: string[]; pages: [path: string, page: Page][] } {
  const all = [...packages()];
  const imports = Object.fromEntries(all.map(([name, { path }]) => [name, `./${path}`]));
  const headers = { 'cache-control': 'public, max-age=31536000, immutable' };
  return {
    imports: JSON.stringify({ imports }),
    paths: all.map(([, { path }]) => path),
    pages: all.map(([, { path, content }]) => [
      `/${path}`,
      staticPage(() => content, 'text/javascript; charset=utf-8', headers),
    ]),
  };
}
