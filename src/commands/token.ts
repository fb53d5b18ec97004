import type { z } from 'zod';
import { scopes as knownScopes } from '../caller.ts';
import {
  makeKeyAsOwner,
  refuseUnknownTools,
  revokeKeyAsOwner,
  rotateKeyAsOwner,
} from '../domain/story/account/keys.ts';
import {
  accountName,
  allScopes,
  inOrder,
  mcpDays,
  mcpScopes,
  rotation,
  tokenOfCommandLine,
} from '../domain/story/account/rules.ts';
import * as store from '../domain/story/account/store.ts';
import { liveBookCount } from '../domain/story/book/store.ts';
import { ServiceError } from '../errors.ts';
import { toolNames } from '../operations.ts';
import type { Sql } from '../sql/connect.ts';
import { type Command, type Invocation, readArgs, UsageError } from './command.ts';
import { describeDatabase, existingAccount, openExisting } from './existing-database.ts';

export const token: Command = {
  summary: 'create, list, rotate and revoke keys',
  help: `npm run -s token -- create --account NAME [--name TEXT] [--scopes a,b] [--expires-days N] [--kind person|agent]
                           [--books bk_…,bk_…] [--read-only] [--tools a,b]
npm run -s token -- create --for mcp [--account NAME] [other options of create]
npm run -s token -- list --account NAME
npm run -s token -- rotate ID [--overlap-seconds N]
npm run -s token -- revoke ID

create and rotate print the key alone on standard output; it is shown this once. The rest is on standard error.
create also makes the account if there is none of that name. --for mcp creates an agent's key: ${mcpDays} days and
${mcpScopes.join(', ')}; by default of the account "author", or of the only one there is.
Scopes: ${knownScopes.join(', ')}.
Default: all but admin:read, which only this command grants.
--books, --read-only and --tools bind the key: to books, to reads, to MCP tools.
rotate gives a key a new secret; the old one works for 3600 s more, or for --overlap-seconds.
revoke also revokes every key made by it.
Works beside a running server; a revoked key stops working within a second.`,
  async run({ args, config, log, terminal }: Invocation) {
    const { positionals, values } = readArgs('token', args, {
      account: { type: 'string' },
      for: { type: 'string' },
      name: { type: 'string' },
      scopes: { type: 'string' },
      'expires-days': { type: 'string' },
      kind: { type: 'string' },
      books: { type: 'string' },
      'read-only': { type: 'boolean' },
      tools: { type: 'string' },
      'overlap-seconds': { type: 'string' },
    });
    const [verb, id, ...more] = positionals;
    const action = actions.get(verb ?? '');
    if (!action || more.length > 0 || (id !== undefined && verb !== 'revoke' && verb !== 'rotate'))
      throw new UsageError('Say create, list, rotate or revoke. See: npm run -s token -- --help');
    const ready = action({ ...values, id });
    const database = await openExisting(config, log);
    try {
      const { lines, about } = await ready(database.write);
      if (about) terminal.err(`${about} (${describeDatabase(config)})`);
      for (const line of lines) terminal.out(line);
    } catch (error) {
      if (error instanceof ServiceError) throw new UsageError(error.message);
      throw error;
    } finally {
      await database.close();
    }
  },
};

interface Given {
  id?: string | undefined;
  account?: string | undefined;
  for?: string | undefined;
  name?: string | undefined;
  scopes?: string | undefined;
  'expires-days'?: string | undefined;
  kind?: string | undefined;
  books?: string | undefined;
  'read-only'?: boolean | undefined;
  tools?: string | undefined;
  'overlap-seconds'?: string | undefined;
}

/** `lines` are the result; `about` is a note on standard error. */
interface TokenResult {
  lines: string[];
  about?: string;
}

type Action = (sql: Sql) => Promise<TokenResult>;

const actions = new Map([
  ['create', create],
  ['list', list],
  ['rotate', rotate],
  ['revoke', revoke],
]);

/** Defaults of a key with `--for mcp`. */
const forMcp = { name: 'mcp', kind: 'agent', scopes: [...mcpScopes], expiresInDays: mcpDays };

function create({
  account,
  for: purpose,
  scopes,
  'expires-days': days,
  books,
  'read-only': readOnly,
  tools,
  ...others
}: Given): Action {
  if (purpose !== undefined && purpose !== 'mcp')
    throw new UsageError(`--for: must be mcp (it is ${JSON.stringify(purpose)}). See: npm run -s token -- --help`);
  const owner = purpose && account === undefined ? undefined : parsed('--account', accountName, account);
  const usual = purpose ? forMcp : { scopes: [...allScopes] };
  const wanted = parsed('', tokenOfCommandLine, {
    ...usual,
    ...definedMembers({ name: others.name, kind: others.kind, readOnly, bookIds: listIn(books), tools: listIn(tools) }),
    ...definedMembers({ scopes: listIn(scopes) }),
    ...definedMembers({ expiresInDays: numberOrText(days) }),
  });
  return async (sql) => {
    refuseUnknownTools(wanted.tools, toolNames);
    const { id, name } =
      owner === undefined || wanted.bookIds ? await existingAccount(sql, owner) : await store.ensureAccount(sql, owner);
    if (wanted.bookIds && (await liveBookCount(sql, id, wanted.bookIds)) < new Set(wanted.bookIds).size)
      return missing(`--books: the account ${name} does not have all of these.`);
    const [key, secret] = await makeKeyAsOwner(sql, id, {
      name: wanted.name ?? 'token',
      scopes: inOrder(wanted.scopes),
      kind: wanted.kind,
      ...definedMembers({ bookIds: wanted.bookIds, readOnly: wanted.readOnly, tools: wanted.tools }),
      expiresInSeconds: wanted.expiresInDays && wanted.expiresInDays * 86_400,
    });
    return { lines: [secret], about: `Made the key ${key.id} (${key.name}) of the account ${name}` };
  };
}

function list({ account }: Given): Action {
  const owner = parsed('--account', accountName, account);
  return async (sql) => {
    const found = (await store.accountByName(sql, owner)) ?? missing(`There is no account ${owner}.`);
    const tokens = await store.tokensOf(sql, found.id);
    const lines = tokens.map((one) =>
      [
        one.id,
        `${one.prefix}…`,
        stateOf(one),
        one.createdAt.toISOString(),
        one.kind,
        one.scopes.join(','),
        ...boundsOf(one),
        ...(one.parentId ? [`made by ${one.parentId}`] : []),
        one.name,
      ].join('  '),
    );
    return { lines };
  };
}

function rotate({ id, 'overlap-seconds': overlap }: Given): Action {
  if (!id) throw new UsageError('Say which: npm run -s token -- rotate tok_… (list shows the ids)');
  const { overlapSeconds } = parsed('', rotation, definedMembers({ overlapSeconds: numberOrText(overlap) }));
  return async (sql) => {
    const [key, secret] = (await rotateKeyAsOwner(sql, id, overlapSeconds)) ?? missing(noToken(id));
    return { lines: [secret], about: `Gave the key ${key.id} (${key.name}) a new secret` };
  };
}

function revoke({ id }: Given): Action {
  if (!id) throw new UsageError('Say which: npm run -s token -- revoke tok_… (list shows the ids)');
  return async (sql) => {
    const revoked = (await revokeKeyAsOwner(sql, id)) ?? missing(noToken(id));
    return { lines: [`revoked ${revoked.id} (${revoked.name})`] };
  };
}

const noToken = (id: string) => `There is no token ${id}. list shows the ids.`;

function stateOf({ revokedAt, isLive }: store.Token): string {
  if (revokedAt) return 'revoked';
  return isLive ? 'valid' : 'expired';
}

function boundsOf({ bookIds, readOnly, tools }: store.Token): string[] {
  return [
    ...(readOnly ? ['read-only'] : []),
    ...(bookIds ? [`books ${bookIds.join(',')}`] : []),
    ...(tools ? [`tools ${tools.join(',')}`] : []),
  ];
}

function listIn(text: string | undefined): string[] | undefined {
  return text?.split(',').map((one) => one.trim());
}

function numberOrText(text: string | undefined): number | string | undefined {
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : text;
}

/** Members that are set. */
function definedMembers<T extends object>(members: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]?: Exclude<T[Name], undefined>;
  };
}

function missing(message: string): never {
  throw new UsageError(message);
}

const flags: Record<string, string> = {
  name: '--name',
  scopes: '--scopes',
  expiresInDays: '--expires-days',
  kind: '--kind',
  bookIds: '--books',
  tools: '--tools',
  overlapSeconds: '--overlap-seconds',
};

function parsed<Shape extends z.ZodType>(flag: string, shape: Shape, value: unknown): z.output<Shape> {
  const result = shape.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new UsageError(
    `${flag || flags[String(issue?.path[0])] || ''}: ${value === undefined ? 'is required' : issue?.message}. See: npm run -s token -- --help`,
  );
}
