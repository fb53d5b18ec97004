import { readdirSync } from 'node:fs';
import type { CodegenConfig } from '@graphql-codegen/cli';

const aggregates = readdirSync(new URL('./src/domain', import.meta.url), { withFileTypes: true, recursive: true })
  .filter((entry) => entry.name === 'operations.graphql')
  .map((entry) => entry.parentPath.slice(entry.parentPath.lastIndexOf('src/')))
  .sort();

// A record looks the same wherever an operation answers it: one fragment for all of them.
const book = 'src/domain/story/book/fields.graphql';
const warnings = 'src/domain/story/book/warnings.graphql';
const chapter = 'src/domain/text/chapter/outline.graphql';
const run = 'src/domain/calls/run/fields.graphql';
const part = 'src/domain/calls/run/part.graphql';
const shared: Record<string, string[]> = {
  'src/domain/story/book': [book, chapter],
  'src/domain/text/chapter': [chapter],
  'src/domain/making/cover': [run],
  'src/domain/making/narration': [run],
  'src/domain/making/outline': [book, chapter, run],
  'src/domain/text/passage': [chapter],
  'src/domain/leaving/port': [book, warnings],
  'src/domain/leaving/publication': [book, warnings],
  'src/domain/making/profile': [run],
  'src/domain/making/recap': [run],
  'src/domain/text/texts': [chapter],
  'src/domain/making/preview': [part],
  'src/domain/calls/run': [run, part],
  'src/domain/text/merging': [chapter],
  'src/domain/making/writing': [run],
};

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
      aggregates.map((folder) => [
        `${folder}/operations.gen.ts`,
        { documents: [`${folder}/operations.graphql`, ...(shared[folder] ?? [])], ...documentTypes },
      ]),
    ),
    'examples/editor/operations.gen.ts': editor,
  },
};

export default config;
