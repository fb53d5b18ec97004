import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { printDirective, printType } from 'graphql';
import { z } from 'zod';
import { Catalogue } from '../faces/mcp/catalogue.ts';
import { openapi } from '../faces/openapi/document.ts';
import { prepareOperation } from '../graphql/execute.ts';
import { operations } from '../operations.ts';
import { eventsOf, isRoster } from '../record.ts';
import { records } from '../records.gen.ts';
import { schema } from '../schema.ts';
import { recordTriggers } from '../sql/record-triggers.ts';

/** Digests of what callers and stored data depend on, by section and name. */
type Surface = Record<string, Record<string, string>>;

const file = new URL('../../test/guards/surface.gen.json', import.meta.url);
const migrations = new URL('../sql/migrations/', import.meta.url);

/**
 * One digest for each type of the schema, route and component of OpenAPI, tool, kind of record, trigger and migration. A
 * commit that changes one of them shows which in its diff.
 */
export function surfaceOf(): Surface {
  const prepared = operations.map((operation) => prepareOperation(schema, operation));
  const document = openapi(schema, prepared, 'http://localhost');
  const { paths, components, ...head } = document;
  const types = Object.values(schema.getTypeMap()).map((type) => [type.name, printType(type)] as const);
  const directives = schema.getDirectives().map((one) => [`@${one.name}`, printDirective(one)] as const);
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => [`${method.toUpperCase()} ${path}`, described] as const),
  );
  const shared = Object.entries(components).flatMap(([kind, all]) =>
    Object.entries(all).map(([name, described]) => [`${kind}/${name}`, described] as const),
  );
  const catalogue = new Catalogue(schema, prepared);
  const { listed, dispatchers } = catalogue.within({});
  const tools = catalogue
    .reachable({})
    .map(({ names, listing, listingOfBook }) => [names.join(' '), { listing, listingOfBook }] as const);
  const direct = [...listed.map(({ listing }) => listing), ...dispatchers];
  return {
    schema: digests([...types, ...directives]),
    openapi: digests([['document', head], ...routes, ...shared]),
    tools: digests([...tools, ['tools/list', direct]]),
    events: digests(records.flatMap((one) => Object.entries(eventsOf(one)))),
    export: digests(
      records.filter(isRoster).map(({ export: of }) => [of.member, z.toJSONSchema(of.shape, { io: 'input' })]),
    ),
    triggers: digests(recordTriggers(records).map(({ name, sha256 }) => [name, sha256])),
    migrations: digests(readdirSync(migrations).map((name) => [name, readFileSync(new URL(name, migrations), 'utf8')])),
  };
}

/** The committed digests. */
export function committedSurface(): Surface {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function digests(named: readonly (readonly [name: string, value: unknown])[]): Record<string, string> {
  const sorted = named.map(([name, value]): [string, string] => [name, digestOf(value)]).sort();
  return Object.fromEntries(sorted);
}

function digestOf(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}

/** Throws for changed triggers without a new migration: a database would have two kinds of triggers of one version. */
function requireMigration(former: Surface, now: Surface): void {
  const isSame = JSON.stringify(former.triggers) === JSON.stringify(now.triggers);
  if (!isSame && JSON.stringify(former.migrations) === JSON.stringify(now.migrations))
    throw new Error(
      'A declaration changed what triggers do. Add a migration, so that older versions leave them alone.',
    );
}

if (import.meta.main) {
  const surface = surfaceOf();
  requireMigration(committedSurface(), surface);
  writeFileSync(file, `${JSON.stringify(surface, null, 2)}\n`);
}
