import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { hashOf, kept, type Page } from './document.ts';

const require = createRequire(import.meta.url);
const own = new URL('assets/', import.meta.url);

const types = { css: 'text/css', js: 'text/javascript', svg: 'image/svg+xml' } as const;

interface Asset {
  /** In its path: another content has another one, so that browsers may keep it for ever. */
  version: string;
  load: () => string | Buffer | Promise<string | Buffer>;
}

const ourNames = [
  'fabula.css',
  'fabula.js',
  'favicon.svg',
  'graphiql-start.js',
  'pages.css',
  'reader.css',
  'reference.css',
  'reference-start.js',
  'schema.js',
] as const;

function ours(name: (typeof ourNames)[number]): [string, Asset] {
  const content = readFileSync(new URL(name, own));
  return [name, { version: hashOf(content), load: () => content }];
}

/** The version of a package, with its name: what others made. */
function versionOf(name: string): string {
  const { version } = require(`${name}/package.json`) as { version: string };
  return `${name.replaceAll(/[^\w-]+/g, '-')}-${version}`;
}

function graphiql(part: 'js' | 'css' | 'editorWorkerService' | 'jsonWorker' | 'graphqlWorker'): Asset {
  return {
    version: versionOf('@graphql-yoga/render-graphiql'),
    // 9 MB in all: loaded when somebody looks at it.
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
  ...ourNames.map(ours),
  ['graphiql.js', graphiql('js')],
  ['graphiql.css', graphiql('css')],
  ['editor.worker.js', graphiql('editorWorkerService')],
  ['json.worker.js', graphiql('jsonWorker')],
  ['graphql.worker.js', graphiql('graphqlWorker')],
  ['swagger-ui.js', swagger('swagger-ui-bundle.js')],
  ['swagger-ui.css', swagger('swagger-ui.css')],
]);

/** Where a page finds a style or script, relative to itself. */
export function assetPath(name: string): string {
  const asset = assets.get(name);
  if (!asset) throw new Error(`No such asset: ${name}`);
  return `assets/${asset.version}/${name}`;
}

/** Every style and script, by the path under which it is served. */
export function assetPages(): [path: string, page: Page][] {
  return [...assets].map(([name, { load }]) => [
    `/${assetPath(name)}`,
    kept(load, `${typeOf(name)}; charset=utf-8`, { 'cache-control': 'public, max-age=31536000, immutable' }),
  ]);
}

export const favicon: Page = kept(() => readFileSync(new URL('favicon.svg', own)), types.svg);

function typeOf(name: string): string {
  const ending = name.split('.').at(-1);
  return ending === 'css' || ending === 'svg' ? types[ending] : types.js;
}
