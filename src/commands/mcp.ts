import { randomUUID } from 'node:crypto';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { narrowingOf } from '../adapters/mcp-catalogue.ts';
import { readCredentials } from '../credentials.ts';
import { openDatabase } from '../database.ts';
import { ServiceError } from '../errors.ts';
import { newId } from '../id.ts';
import { nodeName, openService } from '../service.ts';
import { type Command, type Invocation, readOptions, UsageError } from './command.ts';

export const mcp: Command = {
  summary: 'MCP over standard input and output',
  help: `npm run -s mcp [-- --features characters,plan] [--read-only] [--book bk_…]

Serves the MCP tools over stdio, on the database of the configuration; beside a running server too.
The key comes from FABULA_API_KEY. Without it, the embedded database's own first key is used (DATA_DIR/credentials.json).
The options narrow the tools, as ?features=, ?read_only= and ?book= do over HTTP.`,
  async run({ args, config, log, terminal }) {
    const narrowing = narrowed(args);
    const token =
      terminal.env.FABULA_API_KEY || (config.databaseUrl ? undefined : await readCredentials(config.dataDir));
    if (!token) throw new UsageError('Set FABULA_API_KEY to a key: npm run -s token -- create --account NAME');
    const { stopped } = terminal;
    const database = await openDatabase(config, log);
    try {
      const publicUrl = () => config.publicUrl ?? `http://${config.host}:${config.port}`;
      const service = await openService({ config, database, log, node: nodeName(`stdio-${newId('run')}`), publicUrl });
      try {
        const caller = () => service.callerOfToken(token);
        await caller().catch(usage('FABULA_API_KEY'));
        const session = {
          caller,
          count: service.count,
          note: () => {},
          requestId: () => `req_${randomUUID().replaceAll('-', '')}`,
        };
        const wire = new Wire();
        const served = serveStdio(await service.mcpFactory({ ...session, ...narrowing }), {
          transport: wire,
          onerror: ({ message }) => log.debug({ why: message }, 'outside the protocol'),
        });
        await Promise.race([stopped, wire.closed]);
        await served.close();
      } finally {
        await service.close();
      }
    } finally {
      await database.close();
    }
  },
};

/** Standard input and output, until either is closed: by whoever started us, or over a message without end. */
class Wire extends StdioServerTransport {
  readonly #closed = Promise.withResolvers<void>();
  readonly closed = this.#closed.promise;

  override async close(): Promise<void> {
    await super.close();
    this.#closed.resolve();
  }
}

function narrowed(args: Invocation['args']) {
  const options = readOptions('mcp', args, {
    features: { type: 'string' },
    'read-only': { type: 'boolean' },
    book: { type: 'string' },
  });
  try {
    return narrowingOf(
      {
        features: options.features ?? null,
        readOnly: options['read-only'] ? 'true' : null,
        book: options.book ?? null,
      },
      { features: '--features', readOnly: '--read-only', book: '--book' },
    );
  } catch (error) {
    return usage('')(error);
  }
}

/** A refusal in the words of a mistake at the command line. */
function usage(where: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof ServiceError)) throw error;
    throw new UsageError(where ? `${where}: ${error.message}` : error.message);
  };
}
