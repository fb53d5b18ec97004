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
    const module = new URL(import.meta.resolve(name));
    const content = readFileSync(module);
    found.set(name, {
      path: `assets/${hashOf(content)}/${name.replaceAll(/\W+/g, '-').replace(/^-/, '')}.js`,
      content,
    });
    waiting.push(...dependenciesOf(name, module));
  }
  return found;
}

/** As its package.json declares them, which stands in the folder of its name. */
function dependenciesOf(name: string, module: URL): string[] {
  const folder = module.href.slice(
    0,
    module.href.lastIndexOf(`/node_modules/${name}/`) + `/node_modules/${name}/`.length,
  );
  const { dependencies = {} } = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8'));
  return Object.keys(dependencies);
}

/** A map of imports for a page, and the modules that it names. */
export function deskPackages(): { imports: string; pages: [path: string, page: Page][] } {
  const all = [...packages()];
  const imports = Object.fromEntries(all.map(([name, { path }]) => [name, `./${path}`]));
  const headers = { 'cache-control': 'public, max-age=31536000, immutable' };
  return {
    imports: JSON.stringify({ imports }),
    pages: all.map(([, { path, content }]) => [
      `/${path}`,
      staticPage(() => content, 'text/javascript; charset=utf-8', headers),
    ]),
  };
}
