import { fixtures } from './fixtures.ts';

// The fixtures come first: the schema is built when it is loaded.

import { randomUUID } from 'node:crypto';
import { openDatabase } from '../../../src/commands/database.ts';
import { readConfig } from '../../../src/config.ts';
import { makeKeyAsOwner } from '../../../src/domain/story/account/keys.ts';
import { allScopes } from '../../../src/domain/story/account/rules.ts';
import { ensureAccount } from '../../../src/domain/story/account/store.ts';
import { Catalogue } from '../../../src/faces/mcp/catalogue.ts';
import { mcpFace } from '../../../src/faces/mcp/face.ts';
import { prepareOperation } from '../../../src/graphql/execute.ts';
import { newLog } from '../../../src/log/log.ts';
import { HttpServer } from '../../../src/server.ts';
import { openService } from '../../../src/service.ts';

// The service with the fixtures as its only tools. Prints its URL and a key, and ends when its standard input does.
const config = readConfig({ PORT: '0', DATA_DIR: process.env.DATA_DIR, LIMIT_REQUESTS_PER_MINUTE: '0' });
const log = newLog('warn', process.stderr);
const database = await openDatabase(config, log);
let url = '';
const service = await openService({ config, database, log, node: randomUUID(), publicUrl: () => url });
const prepared = fixtures.map((operation) => prepareOperation(service.schema, operation));
const face = mcpFace(service.schema, new Catalogue(service.schema, prepared), prepared, service.services, log);
const server = new HttpServer({ ...service, mcp: async () => face }, config, log);
url = `http://127.0.0.1:${await server.listen(0)}`;
const { id } = await ensureAccount(database.write, 'conformance');
const [, key] = await makeKeyAsOwner(database.write, id, { name: 'conformance', scopes: allScopes });
console.log(JSON.stringify({ url, key }));
for await (const _ of process.stdin);
await server.close(() => service.close());
await database.close();
