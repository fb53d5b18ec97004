import { readdirSync } from 'node:fs';
import type { CodegenConfig } from '@graphql-codegen/cli';

const aggregates = readdirSync(new URL('./src/domain', import.meta.url), { withFileTypes: true, recursive: true })
  .filter((entry) => entry.name === 'operations.graphql')
  .map((entry) => entry.parentPath.slice(entry.parentPath.lastIndexOf('src/')))
  .sort();

// A record looks the same wherever an operation answers it: one fragment for all of them.
const book = 'src/domain/book/fields.graphql';
const warnings = 'src/domain/book/warnings.graphql';
const chapter = 'src/domain/chapter/outline.graphql';
const run = 'src/domain/run/fields.graphql';
const part = 'src/domain/run/part.graphql';
const shared: Record<string, string[]> = {
  'src/domain/book': [book, chapter],
  'src/domain/chapter': [chapter],
  'src/domain/cover': [run],
  'src/domain/narration': [run],
  'src/domain/outline': [book, chapter, run],
  'src/domain/passage': [chapter],
  'src/domain/port': [book, warnings],
  'src/domain/publication': [book, warnings],
  'src/domain/profile': [run],
  'src/domain/recap': [run],
  'src/domain/text': [chapter],
  'src/domain/preview': [part],
  'src/domain/run': [run, part],
  'src/domain/merging': [chapter],
  'src/domain/writing': [run],
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
