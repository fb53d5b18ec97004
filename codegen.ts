import { readdirSync, readFileSync } from 'node:fs';
import type { CodegenConfig } from '@graphql-codegen/cli';

const domain = new URL('./src/domain', import.meta.url);
const documents = readdirSync(domain, { withFileTypes: true, recursive: true })
  .filter(({ name }) => name.endsWith('.graphql'))
  .map(({ name, parentPath }) => `${parentPath.slice(parentPath.lastIndexOf('src/'))}/${name}`)
  .sort();
const textOf = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const isOfOperations = (path: string) => path.endsWith('/operations.graphql');
const rooms = documents.filter(isOfOperations).map((path) => path.slice(0, path.lastIndexOf('/')));

/** A record looks the same wherever an operation answers it: one fragment for all of them, in a file of its own. */
const shared = new Map(
  documents
    .filter((path) => !isOfOperations(path))
    .flatMap((path) => [...textOf(path).matchAll(/^fragment (\w+)/gm)].map(([, name = '']) => [name, path])),
);

/** The documents of a room, and the shared fragments that they spread. */
function documentsOf(room: string): string[] {
  const own = `${room}/operations.graphql`;
  const spread = [...textOf(own).matchAll(/\.\.\.(\w+)/g)].flatMap(([, name = '']) => shared.get(name) ?? []);
  return [own, ...new Set(spread)];
}

const documentTypes = {
  plugins: ['typescript-operations', 'typed-document-node'],
  config: {
    useTypeImports: true,
    enumsAsTypes: true,
    dedupeFragments: true,
    documentMode: 'documentNode',
    optimizeDocumentNode: true,
    scalars: { ID: 'string', DateTime: 'string', Scope: 'string', BeatSheetId: 'string', EventType: 'string' },
  },
};

// A browser sends documents as they are written and needs no graphql for it.
const editor = {
  documents: ['examples/editor/operations.graphql'],
  plugins: documentTypes.plugins,
  config: { ...documentTypes.config, documentMode: 'string' },
};

/** schema.graphql from the code, and beside every operations.graphql its typed documents. */
const config: CodegenConfig = {
  schema: './src/scripts/sdl.ts',
  generates: {
    'schema.graphql': { plugins: ['schema-ast'], config: { includeDirectives: true } },
    ...Object.fromEntries(
      rooms.map((room) => [`${room}/operations.gen.ts`, { documents: documentsOf(room), ...documentTypes }]),
    ),
    'examples/editor/operations.gen.ts': editor,
  },
};

export default config;
