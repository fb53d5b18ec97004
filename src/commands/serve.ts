import type { Config } from '../config.ts';
import type { OpenDatabase } from '../database.ts';
import { featuresOf } from '../domain/instance/schema.ts';
import { HttpDoor } from '../http/server.ts';
import { newId } from '../id.ts';
import { nodeName, openService } from '../service.ts';
import { cannotListen, urlOf } from './address.ts';
import type { Invocation } from './command.ts';
import { type FirstKey, firstStart } from './first-start.ts';

export interface Serving extends Omit<Invocation, 'args'> {
  database: OpenDatabase;
  /** Resolves when the process is asked to stop. */
  stopped: Promise<void>;
  withSample: boolean;
}

/** Runs the service over an open database until the process is asked to stop. */
export async function serve({ config, log, terminal, stopped, database, withSample }: Serving): Promise<void> {
  let local = urlOf(config);
  const service = await openService({
    config,
    database,
    log,
    node: nodeName(lifelongName(config)),
    publicUrl: () => config.publicUrl ?? local,
  });
  const door = new HttpDoor(service, config, log);
  const port = await door.listen(config.port).catch((error: unknown) => {
    throw cannotListen(error, config);
  });
  local = urlOf({ host: config.host, port });
  const key = await firstStart({ config, database, service, withSample });
  const off = featuresOf(service.services).flatMap(({ name, reason }) => (reason ? [`Off: ${name}. ${reason}`] : []));
  // In one piece, so that a program that reads it has all of it or nothing.
  terminal.out(welcome(config.publicUrl ?? local, local, key, off));
  service.warmUp().catch((error: unknown) => log.error({ err: error }, 'a face cannot be loaded'));
  await stopped;
  log.info('stopping');
  await door.close(() => service.close());
}

/** What stays the same in every life of this node and that no other living one has: with a free port taken, nothing does. */
function lifelongName({ host, port }: Config): string {
  return port === 0 ? newId('run') : `${host}:${port}`;
}

function welcome(url: string, local: string, first: FirstKey, off: string[]): string {
  const key = first.key ?? 'YOUR_KEY';
  return [
    '',
    'Fabula is ready.',
    '',
    ...(url === local ? [] : [`  listens on  ${local}`]),
    `  start page  ${url}/`,
    `  GraphQL     ${url}/graphql`,
    `  REST        ${url}/v1`,
    `  MCP         ${url}/mcp`,
    `  reference   ${url}/docs`,
    `  OpenAPI     ${url}/openapi.json`,
    `  key         ${first.key ?? first.whyNone}`,
    '',
    'Your books:',
    `  curl -s ${url}/v1/books -H "Authorization: Bearer ${key}"`,
    'In Claude Code:',
    `  claude mcp add --transport http fabula ${url}/mcp --header "Authorization: Bearer ${key}"`,
    '',
    ...off,
    '',
  ].join('\n');
}
