import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Ajv, { type AnySchema } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import createClient, { type Middleware } from 'openapi-fetch';
import { beforeAll, expect, inject, it } from 'vitest';
import type { paths } from './.generated/openapi.gen.ts';
import type { Ids } from './.generated/openapi-usage.gen.ts';
import { root, suites } from './support/paths.ts';
import { authorized } from './support/rest.ts';
import { run } from './support/run.ts';
import { report } from './support/say.ts';
import { everyId, idsOf, newRecords, prepare } from './support/usage-records.ts';
import { type OpenApi, routesOf, usageSource } from './support/usage-source.ts';

const folder = join(suites, '.generated');
const generated = join(folder, 'openapi.gen.ts');
const usage = join(folder, 'openapi-usage.gen.ts');
let served: OpenApi & AnySchema;

beforeAll(async () => {
  const file = join(folder, 'openapi.gen.json');
  await mkdir(folder, { recursive: true });
  const text = await (await fetch(`${inject('url')}/openapi.json`)).text();
  await writeFile(file, text);
  served = JSON.parse(text);
  const { code, all } = await run('openapi-typescript', [file, '--output', generated]);
  expect(code, all).toBe(0);
  await writeFile(usage, usageSource(served));
});

it('the generated types compile in a strict program', async () => {
  const { code, all } = await run(join(root, 'node_modules/.bin/tsc'), ['--project', 'tsconfig.json', '--noEmit']);
  report(
    'openapi-typescript',
    `types for ${routesOf(served).length} routes; strict tsc ${code === 0 ? 'passed' : 'failed'}`,
  );
  expect(all).toBe('');
  expect(code).toBe(0);
});

it('every route responds as documented', async () => {
  const called = new Set<string>();
  const faults: string[] = [];
  const client = createClient<paths>({ baseUrl: inject('url'), headers: authorized() });
  client.use(validatingMiddleware(called, faults));
  const { calls } = await import('./.generated/openapi-usage.gen.ts');
  const readable = (await newRecords(everyId)) as Ids;
  for (const { name, method } of routesOf(served)) {
    const ids = method === 'GET' ? readable : ((await newRecords(idsOf(name))) as Ids);
    await prepare(name, ids);
    const { response, error } = await calls[name as keyof typeof calls](client, ids);
    if (!response.ok) faults.push(`${name}: ${response.status} ${JSON.stringify(error)}`);
  }
  report(
    'openapi-fetch',
    `${called.size} of ${routesOf(served).length} routes called, ${faults.length} responses unlike the document`,
  );
  expect(faults).toEqual([]);
});

/** Records each called route and each response that violates its schema. */
function validatingMiddleware(called: Set<string>, faults: string[]): Middleware {
  const ajv = addFormats.default(new Ajv.default({ strict: false, allErrors: true }));
  ajv.addSchema(served, 'openapi.json');
  return {
    async onResponse({ request, schemaPath, response }) {
      const route = `${request.method} ${schemaPath}`;
      called.add(route);
      if (response.headers.get('content-type')?.split(';', 1)[0] !== 'application/json') return;
      try {
        const check = ajv.compile({
          $ref: `openapi.json${responseSchemaPointer(request.method, schemaPath, response.status)}`,
        });
        if (!check(await response.clone().json())) faults.push(`${route}: ${ajv.errorsText(check.errors)}`);
      } catch (error) {
        faults.push(`${route} ${response.status}: ${error}`);
      }
    },
  };
}

/** The URI fragment of the schema of a JSON response. */
function responseSchemaPointer(method: string, path: string, status: number): string {
  const responses = served.paths[path]?.[method.toLowerCase()]?.responses ?? {};
  const known = status in responses ? String(status) : 'default';
  const own = `#/${['paths', path, method.toLowerCase(), 'responses', known].map(escaped).join('/')}`;
  return `${responses[known]?.$ref ?? own}/content/${escaped('application/json')}/schema`;
}

/** An escaped JSON pointer segment in a URI. */
function escaped(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
}
