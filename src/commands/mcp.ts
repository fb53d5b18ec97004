import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Caller } from '../caller.ts';
import { readCredentials } from '../credentials/credentials.ts';
import { ServiceError } from '../errors.ts';
import { understoodLines } from '../faces/mcp/lines.ts';
import { narrowingOf } from '../faces/mcp/narrowing.ts';
import { newId } from '../ids/id.ts';
import type { ReportLimit } from '../limits/rate-limit.ts';
import { nodeName, openService } from '../service.ts';
import { urlOf } from './address.ts';
import { apiKeyIn } from './api-key.ts';
import { type Command, type Invocation, readOptions, type Terminal, UsageError } from './command.ts';
import { openExisting } from './existing-database.ts';

export const mcp: Command = {
  summary: 'MCP over standard input and output',
  help: `npm run -s mcp [-- --tools all] [--features characters,plan] [--read-only] [--book bk_…]

Serves the MCP tools over stdio, on the database of the configuration; beside a running server too.
The key comes from FABULA_API_KEY. Without it, the embedded database's own first key is used (DATA_DIR/credentials.json).
The options narrow the tools, as ?tools=, ?features=, ?read_only= and ?book= do over HTTP.`,
  async run({ args, config, log, terminal }) {
    const narrowing = readNarrowing(args);
    const token = apiKeyIn(terminal) ?? (config.databaseUrl ? undefined : await readCredentials(config.dataDir));
    if (!token) throw new UsageError('Set FABULA_API_KEY to a key: npm run -s token -- create --account NAME');
    const { stopped } = terminal;
    const database = await openExisting(config, log);
    try {
      const publicUrl = () => config.publicUrl ?? urlOf(config);
      const service = await openService({ config, database, log, node: nodeName(`stdio-${newId('run')}`), publicUrl });
      try {
        const caller = () => service.door.callerOfToken(token);
        await caller().catch(usage('FABULA_API_KEY'));
        const session = {
          caller,
          count: (caller: Caller, reportLimit: ReportLimit) => service.door.count(caller, reportLimit),
          reportLimit: () => {},
          requestId: () => `req_${randomUUID().replaceAll('-', '')}`,
        };
        const wire = new StdioTransport(terminal);
        const served = serveStdio((await service.mcp()).factoryFor({ ...session, ...narrowing }), {
          transport: wire,
          onerror: ({ message }) => log.debug({ why: message }, 'MCP protocol error'),
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

/** Standard input and output, until either is closed: by the parent process, or after a message without end. */
class StdioTransport extends StdioServerTransport {
  readonly #closed = Promise.withResolvers<void>();
  readonly closed = this.#closed.promise;

  readonly #input: Readable;

  constructor(terminal: Terminal) {
    const input = terminal.input();
    super(input.pipe(understoodLines((refused) => terminal.out(JSON.stringify(refused)))), terminal.output());
    this.#input = input;
  }

  override async close(): Promise<void> {
    await super.close();
    this.#input.unpipe().pause();
    this.#closed.resolve();
  }
}

function readNarrowing(args: Invocation['args']) {
  const options = readOptions('mcp', args, {
    tools: { type: 'string' },
    features: { type: 'string' },
    'read-only': { type: 'boolean' },
    book: { type: 'string' },
  });
  try {
    return narrowingOf(
      {
        tools: options.tools ?? null,
        features: options.features ?? null,
        readOnly: options['read-only'] ? 'true' : null,
        book: options.book ?? null,
      },
      { tools: '--tools', features: '--features', readOnly: '--read-only', book: '--book' },
    );
  } catch (error) {
    return usage('')(error);
  }
}

/** Converts a service error to a usage error. */
function usage(where: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof ServiceError)) throw error;
    throw new UsageError(where ? `${where}: ${error.message}` : error.message);
  };
}
