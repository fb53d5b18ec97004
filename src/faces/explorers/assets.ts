import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { hashOf, type Page, staticPage } from './document.ts';

const require = createRequire(import.meta.url);
const folder = new URL('assets/', import.meta.url);

const types = { css: 'text/css', js: 'text/javascript', svg: 'image/svg+xml' } as const;

interface Asset {
  /** Part of the path. New content has a new path, so browsers may cache each path forever. */
  version: string;
  load: () => string | Buffer | Promise<string | Buffer>;
}

const ownNames = [
  'fabula.css',
  'fabula.js',
  'favicon.svg',
  'graphiql-menu.js',
  'graphiql-start.js',
  'newest-ids.js',
  'pages.css',
  'reader.css',
  'reference.css',
  'reference-start.js',
  'schema.js',
  'sign-in.css',
  'sign-in.js',
] as const;

function ownAsset(name: (typeof ownNames)[number]): [string, Asset] {
  const content = readFileSync(new URL(name, folder));
  return [name, { version: hashOf(content), load: () => content }];
}

/** Name and version of a package, for a path. */
function versionOf(name: string): string {
  const { version } = require(`${name}/package.json`) as { version: string };
  return `${name.replaceAll(/[^\w-]+/g, '-')}-${version}`;
}

function graphiql(part: 'js' | 'css' | 'editorWorkerService' | 'jsonWorker' | 'graphqlWorker'): Asset {
  return {
    version: versionOf('@graphql-yoga/render-graphiql'),
    // 9 MB, loaded on first use.
    load: async () => (await import('@graphql-yoga/render-graphiql/graphiql'))[part],
  };
}

function swagger(file: string): Asset {
  return {
    version: versionOf('swagger-ui-dist'),
    load: () => readFile(require.resolve(`swagger-ui-dist/${file}`)),
  };
}

const assets = new Map<string, Asset>([
  ...ownNames.map(ownAsset),
  ['graphiql.js', graphiql('js')],
  ['graphiql.css', graphiql('css')],
  ['editor.worker.js', graphiql('editorWorkerService')],
  ['json.worker.js', graphiql('jsonWorker')],
  ['graphql.worker.js', graphiql('graphqlWorker')],
  ['swagger-ui.js', swagger('swagger-ui-bundle.js')],
  ['swagger-ui.css', swagger('swagger-ui.css')],
]);

/** Path of a style or script, relative to its page. Throws for an unknown name. */
export function assetPath(name: string): string {
  const asset = assets.get(name);
  if (!asset) throw new Error(`No such asset: ${name}`);
  return `assets/${asset.version}/${name}`;
}

/** All styles and scripts, by path. */
export function assetPages(): [path: string, page: Page][] {
  return [...assets].map(([name, { load }]) => [
    `/${assetPath(name)}`,
    staticPage(load, `${typeOf(name)}; charset=utf-8`, { 'cache-control': 'public, max-age=31536000, immutable' }),
  ]);
}

/** Style and script of the sign-in at stable paths, for static pages (examples/editor). */
export const signInPages: [path: string, page: Page][] = (['sign-in.css', 'sign-in.js'] as const).map((name) => [
  `/${name}`,
  staticPage(() => readFileSync(new URL(name, folder)), `${typeOf(name)}; charset=utf-8`),
]);

export const favicon: Page = staticPage(() => readFileSync(new URL('favicon.svg', folder)), types.svg);

function typeOf(name: string): string {
  const ending = name.split('.').at(-1);
  return ending === 'css' || ending === 'svg' ? types[ending] : types.js;
}
