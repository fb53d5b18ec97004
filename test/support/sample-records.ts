import { randomUUID } from 'node:crypto';
import { makeKeyAsOwner } from '../../src/domain/story/account/keys.ts';
import { allScopes } from '../../src/domain/story/account/rules.ts';
import { ensureAccount } from '../../src/domain/story/account/store.ts';
import { type IdPrefix, newId } from '../../src/ids/id.ts';
import { registers } from '../registers/all.ts';
import { insertNarration } from '../registers/narration.ts';
import type { Making } from '../registers/register.ts';
import { facesOf, http, type Ids } from './faces.ts';
import type { TestService } from './service.ts';
import { insertSnapshot, type Snapshot, takeSnapshot } from './snapshot.ts';

const recordKinds = Object.values(registers).flatMap(({ ids = {} }) => Object.entries(ids));

/** The prefix of each id parameter. */
export const idPrefixes: Record<string, IdPrefix> = Object.fromEntries(
  recordKinds.map(([name, { prefix }]) => [name, prefix]),
);

/** Well-formed ids without records. */
export const unknownIds = (): Ids =>
  Object.fromEntries(Object.entries(idPrefixes).map(([name, prefix]) => [name, newId(prefix)]));

type Service = Pick<TestService, 'url' | 'database'>;

/** Creates sample records through the service; `made` are the ids of existing ones. */
async function createRecords(
  { url, database }: Service,
  key: string,
  isEachTime: boolean,
  made: Ids = {},
): Promise<Ids> {
  const [rest] = facesOf(url, key);
  const ids = { ...made };
  const call: Making['call'] = (field, input) => rest?.call(field, input) ?? Promise.reject(new Error(field));
  const make: Making['make'] = async (field, input) => (await call(field, { bookId: ids.bookId, input })).id;
  for (const [name, kind] of recordKinds)
    if ((kind.isMadeEachTime ?? false) === isEachTime) ids[name] = await kind.make({ ids, database, call, make });
  return ids;
}

/** Created once per process. The rows are JSON and fit any database with the same migrations. */
let template: Promise<Snapshot> | undefined;

async function newTemplate(service: Service): Promise<Snapshot> {
  const { write } = service.database;
  const { id } = await ensureAccount(write, `template ${randomUUID()}`);
  const [, key] = await makeKeyAsOwner(write, id, { name: 'template', scopes: allScopes });
  const ids = await createRecords(service, key, false);
  await insertNarration(service.database, ids.chapterId ?? '');
  return takeSnapshot(write, id, ids);
}

/** Creates one record of each kind in the account of a key. */
export async function newSampleRecords(service: Service, key: string): Promise<Ids> {
  template ??= newTemplate(service);
  const { json } = await http(service.url, key, 'GET', '/v1/account');
  return createRecords(service, key, true, await insertSnapshot(service.database.write, await template, json.data.id));
}
