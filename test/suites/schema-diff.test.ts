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
/** Where breaks are announced to clients, each by the path and message that graphql-inspector gives. */
const announced = readFileSync(join(root, 'docs/breaking-changes.md'), 'utf8');

/** What to compare with: what is asked for, else the last tag, else the newest revision with another schema. */
const base = process.env.SCHEMA_BASE || git('describe', '--tags', '--abbrev=0') || lastOther();
const former = base && schemaAt(base);
if (!base) reportSkip(suite, 'git knows no tag and no revision with another schema; SCHEMA_BASE names one');
else if (!former) reportSkip(suite, `${base} has no schema.graphql`);

function lastOther(): string | undefined {
  const revisions = git('log', '--first-parent', '--format=%h', '--', 'schema.graphql').split('\n').filter(Boolean);
  return revisions.find((revision) => ![present, ''].includes(schemaAt(revision)));
}

function schemaAt(revision: string): string {
  return git('show', `${revision}:schema.graphql`);
}

/** What git says, or nothing where it cannot. */
function git(...args: string[]): string {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return '';
  }
}

describe.runIf(former)(suite, () => {
  it('finds no break that was not announced', async () => {
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
