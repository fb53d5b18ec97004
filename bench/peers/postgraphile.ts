import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { postgraphile } from 'postgraphile';
import { makePgService } from 'postgraphile/adaptors/pg';
import { grafserv } from 'postgraphile/grafserv/node';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';
import { accountOf } from './caller.ts';
import { schemaExtension, tags } from './postgraphile-schema.ts';

declare global {
  namespace Grafast {
    interface Context {
      account: string;
    }
  }
}

/**
 * PostGraphile 5 on Grafserv and node:http. The account comes from the context into the plans. Row level security would need
 * a transaction with settings around each statement. Children follow foreign keys that include the account.
 */
const preset: GraphileConfig.Preset = {
  extends: [PostGraphileAmberPreset],
  plugins: [tags, schemaExtension],
  // Only our ids are needed.
  disablePlugins: ['NodePlugin'],
  pgServices: [
    makePgService({
      connectionString: process.env.DATABASE_URL ?? '',
      schemas: ['public'],
      pubsub: false,
      poolConfig: { max: 4 },
    }),
  ],
  schema: { defaultBehavior: '-connection +list -insert -update -delete' },
  grafast: {
    context: async ({ node }) => ({ account: await accountOf(node?.req.headers.authorization) }),
  },
  grafserv: { graphqlPath: '/graphql', graphiql: false, watch: false },
};

const server = createServer();
server.keepAliveTimeout = 65_000;
server.on('error', (error) => console.error(error));
await postgraphile(preset).createServ(grafserv).addTo(server);
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
