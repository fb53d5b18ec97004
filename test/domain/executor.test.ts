import { readFileSync } from 'node:fs';
import { buildSchema, parse, versionInfo } from 'graphql';
import { describe, expect, it } from 'vitest';
import { compiled, graphqlJs, openExecutor } from '../../src/executor/executor.ts';
import { isSupported, supportedRange } from '../../src/executor/versions.ts';
import type { Context } from '../../src/graphql/context.ts';
import { newLog } from '../../src/log/log.ts';

function opened(executor: 'compiled' | 'graphql-js', installed?: typeof versionInfo) {
  const lines: string[] = [];
  const log = newLog('warn', { write: (line: string) => void lines.push(line) });
  const name = openExecutor({ executor }, log, installed) === compiled ? 'compiled' : 'graphql-js';
  return { name, warnings: lines.map((line) => JSON.parse(line).msg) };
}

describe('the configured executor', () => {
  it('is used without a warning', () => {
    expect(opened('compiled')).toEqual({ name: 'compiled', warnings: [] });
    expect(opened('graphql-js')).toEqual({ name: 'graphql-js', warnings: [] });
  });

  it.each([
    ['16.13.0', { major: 16, minor: 13, patch: 0, preReleaseTag: null }],
    ['17.0.3', { major: 17, minor: 0, patch: 3, preReleaseTag: null }],
    ['17.1.0-rc.1', { major: 17, minor: 1, patch: 0, preReleaseTag: 'rc.1' }],
    ['17.2.0', { major: 17, minor: 2, patch: 0, preReleaseTag: null }],
    ['18.0.0', { major: 18, minor: 0, patch: 0, preReleaseTag: null }],
  ])('falls back to graphql-js with one warning for graphql %s', (version, installed) => {
    expect(opened('compiled', installed)).toEqual({
      name: 'graphql-js',
      warnings: [
        `The compiled executor supports graphql ${supportedRange}, and ${version} is installed. graphql-js executes all documents.`,
      ],
    });
    expect(opened('graphql-js', installed)).toEqual({ name: 'graphql-js', warnings: [] });
  });

  it('supports the graphql version in package.json and in its README', () => {
    expect(isSupported(versionInfo)).toBe(true);
    expect(readFileSync('src/executor/README.md', 'utf8')).toContain(`graphql ${supportedRange}`);
  });
});

describe('a document that cannot be compiled', () => {
  const schema = buildSchema('type Query { name: String  size: Int }');
  const name = () => 'Ada';
  Object.assign(schema.getQueryType()?.getFields().name ?? {}, { resolve: name });
  const context = {} as Context;

  it.each([
    ['a nullable condition', 'query ($yes: Boolean = true) { name @include(if: $yes) }', undefined],
    ['an operation that does not exist', '{ name }', 'Other'],
  ])('is executed by graphql-js: %s', async (_what, text, operationName) => {
    const execution = { schema, document: parse(text), operationName, variables: {}, context };
    expect(await compiled.execute(execution)).toEqual(await graphqlJs.execute(execution));
  });
});
