import { resolve } from 'node:path';
import type { Config } from '../config.ts';
import { credentialsIn, firstAccount } from '../credentials/credentials.ts';
import { featuresOf } from '../domain/leaving/instance/schema.ts';
import { newSignInCode } from '../domain/story/account/sign-in.ts';
import { defaultAccount } from '../domain/story/account/store.ts';
import { newId } from '../ids/id.ts';
import { HttpServer } from '../server.ts';
import { nodeName, openService } from '../service.ts';
import type { Sql } from '../sql/connect.ts';
import { cannotListen, urlOf } from './address.ts';
import type { Invocation } from './command.ts';
import type { OpenDatabase } from './database.ts';
import { type FirstKey, firstStart } from './first-start.ts';
import { signInLink } from './login.ts';

interface ServeOptions extends Omit<Invocation, 'args'> {
  database: OpenDatabase;
  /** Resolves at a stop signal. */
  stopped: Promise<void>;
  withSample: boolean;
}

/** Time for a load balancer to notice that `/readyz` fails. */
const defaultGraceSeconds = 3;

/** Runs the service over an open database until a stop signal. */
export async function serve({ config, log, terminal, stopped, database, withSample }: ServeOptions): Promise<void> {
  const graceSeconds = config.stopGraceSeconds ?? (terminal.isInteractive ? 0 : defaultGraceSeconds);
  let local = urlOf(config);
  const service = await openService({
    config,
    database,
    log,
    node: nodeName(stableName(config)),
    isAlone: database.isAlone,
    publicUrl: () => config.publicUrl ?? local,
  });
  const server = new HttpServer(service, config, log);
  const port = await server.listen(config.port).catch((error: unknown) => {
    throw cannotListen(error, config);
  });
  local = urlOf({ host: config.host, port });
  const key = await firstStart({ config, database, service, withSample });
  const off = featuresOf(service.services).flatMap(({ name, reason }) => (reason ? [`Off: ${name}. ${reason}`] : []));
  const url = config.publicUrl ?? local;
  const signIn = await signInHint(database.write, url);
  const keyLine = keyHint(key, config, terminal.isOutputTerminal);
  // One write, so that a program reads all of it or nothing.
  terminal.out(welcome({ url, local, signIn, keyLine, off: [...off, ...openNetwork(config)] }));
  server.warmUp().catch((error: unknown) => log.error({ err: error }, 'an interface could not be loaded'));
  await stopped;
  log.info('stopping');
  await server.close(() => service.close(), graceSeconds * 1000);
}

/** Node name that is stable over restarts and unique among live nodes; with port 0 it cannot be stable. */
function stableName({ host, port }: Config): string {
  return port === 0 ? newId('run') : `${host}:${port}`;
}

/** Warning for a service on all interfaces without TLS: keys and books pass the network unencrypted. */
function openNetwork({ host, publicUrl }: Config): string[] {
  if ((host !== '0.0.0.0' && host !== '::') || publicUrl?.startsWith('https:')) return [];
  return [
    `HOST=${host}: every interface is open and the service speaks plain HTTP. Put a proxy with TLS in front: docs/proxies.md.`,
  ];
}

/** A new link for the default account, or the command to get one if there is no default. */
async function signInHint(sql: Sql, url: string): Promise<string> {
  const account = await defaultAccount(sql, firstAccount);
  if (!account) return 'npm run -s login -- --account NAME';
  return signInLink(url, await newSignInCode(sql, account.id));
}

/** The key is printed once, when it is created, and only to a terminal. */
export function keyHint(first: FirstKey, config: Config, isOutputTerminal: boolean): string {
  if (first.key === undefined) return first.whyNone;
  const file = `${resolve(credentialsIn(config.dataDir))} (mode 0600)`;
  return first.isNew && isOutputTerminal ? `${first.key}, kept in ${file}` : `in ${file}`;
}

interface Welcome {
  url: string;
  local: string;
  signIn: string;
  keyLine: string;
  off: string[];
}

function welcome({ url, local, signIn, keyLine, off }: Welcome): string {
  return [
    '',
    'Fabula is ready.',
    '',
    ...(url === local ? [] : [`  listens on  ${local}`]),
    `  sign in     ${signIn}`,
    '              works once, for 10 minutes; another one: npm run -s login',
    `  start page  ${url}/`,
    `  desk        ${url}/desk`,
    `  GraphiQL    ${url}/graphql`,
    `  REST        ${url}/v1`,
    `  MCP         ${url}/mcp`,
    `  reference   ${url}/docs`,
    `  OpenAPI     ${url}/openapi.json`,
    `  key         ${keyLine}`,
    '',
    'Your books:',
    '  export FABULA_API_KEY=$(npm run -s token -- create --account author)',
    `  curl -s ${url}/v1/books -H "Authorization: Bearer $FABULA_API_KEY"`,
    'In Claude Code:',
    `  claude mcp add --transport http fabula ${url}/mcp --header "Authorization: Bearer $(npm run -s token -- create --for mcp)"`,
    '',
    ...off,
    '',
  ].join('\n');
}
