import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Change, CriticalityLevel, diff } from '@graphql-inspector/core';
import { buildSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { root } from './support/paths.ts';
import { report, reportSkip } from './support/say.ts';

const suite = 'graphql-inspector diff';
const present = readFileSync(join(root, 'schema.graphql'), 'utf8').trim();
/** The document that announces breaking changes with path and message from graphql-inspector. */
const announced = readFileSync(join(root, 'docs/breaking-changes.md'), 'utf8');

/** The revision to compare with: SCHEMA_BASE, or the last tag, or the newest revision with a different schema. */
const base = process.env.SCHEMA_BASE || git('describe', '--tags', '--abbrev=0') || lastOther();
const former = base && schemaAt(base);
if (!base) reportSkip(suite, 'there is no tag or revision with another schema; set SCHEMA_BASE');
else if (!former) reportSkip(suite, `${base} has no schema.graphql`);

function lastOther(): string | undefined {
  const revisions = git('log', '--first-parent', '--format=%h', '--', 'schema.graphql').split('\n').filter(Boolean);
  return revisions.find((revision) => ![present, ''].includes(schemaAt(revision)));
}

function schemaAt(revision: string): string {
  return git('show', `${revision}:schema.graphql`);
}

/** The output of git, or '' on failure. */
function git(...args: string[]): string {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return '';
  }
}

describe.runIf(former)(suite, () => {
  it('finds only announced breaking changes', async () => {
    const changes = await diff(buildSchema(former ?? ''), buildSchema(present));
    const of = (level: CriticalityLevel) => changes.filter(({ criticality }) => criticality.level === level);
    const breaks = of(CriticalityLevel.Breaking).map(named);
    const dangerous = of(CriticalityLevel.Dangerous).length;
    report(suite, `since ${base} ${changes.length} changes: ${breaks.length} breaking, ${dangerous} dangerous`);
    expect(breaks.filter((one) => !announced.includes(`\`${one}\``))).toEqual([]);
  });
});

function named({ path, message }: Change): string {
  return `${path}: ${message}`;
}
