import type { z } from 'zod';
import { openDatabase } from '../database.ts';
import { accountName, allScopes, inOrder, newToken } from '../domain/account/rules.ts';
import * as store from '../domain/account/store.ts';
import { type Command, type Invocation, readArgs, UsageError } from './command.ts';

export const token: Command = {
  summary: 'create, list and revoke keys',
  help: `npm run -s token -- create --account NAME [--name TEXT] [--scopes a,b] [--expires-days N]
npm run -s token -- list --account NAME
npm run -s token -- revoke ID

create prints the key alone on standard output; it is shown this once. A new account is made.
Scopes: ${allScopes.join(', ')}. Default: all of them.
Works beside a running server; a revoked key stops working within a second.`,
  async run({ args, config, log, terminal }: Invocation) {
    const { positionals, values } = readArgs('token', args, {
      account: { type: 'string' },
      name: { type: 'string' },
      scopes: { type: 'string' },
      'expires-days': { type: 'string' },
    });
    const [verb, id, ...more] = positionals;
    const action = actions.get(verb ?? '');
    if (!action || more.length > 0 || (id !== undefined && verb !== 'revoke'))
      throw new UsageError('Say create, list or revoke. See: npm run -s token -- --help');
    const ready = action({ ...values, id });
    const database = await openDatabase(config, log);
    try {
      for (const line of await ready(database.write)) terminal.out(line);
    } finally {
      await database.close();
    }
  },
};

interface Given {
  id?: string | undefined;
  account?: string | undefined;
  name?: string | undefined;
  scopes?: string | undefined;
  'expires-days'?: string | undefined;
}

type Action = (sql: Parameters<typeof store.tokensOf>[0]) => Promise<string[]>;

const actions = new Map([
  ['create', create],
  ['list', list],
  ['revoke', revoke],
]);

function create({ account, name, scopes, 'expires-days': days }: Given): Action {
  const owner = parsed('--account', accountName, account);
  const wanted = parsed('', newToken, {
    ...(name === undefined ? {} : { name }),
    scopes: scopes === undefined ? [...allScopes] : scopes.split(',').map((scope) => scope.trim()),
    ...(days === undefined ? {} : { expiresInDays: /^\d+$/.test(days) ? Number(days) : days }),
  });
  return async (sql) => {
    const { id } = await store.ensureAccount(sql, owner);
    const [, secret] = await store.insertToken(sql, id, {
      name: wanted.name ?? 'token',
      scopes: inOrder(wanted.scopes),
      expiresInDays: wanted.expiresInDays,
    });
    return [secret];
  };
}

function list({ account }: Given): Action {
  const owner = parsed('--account', accountName, account);
  return async (sql) => {
    const found = (await store.accountByName(sql, owner)) ?? missing(`There is no account ${owner}.`);
    const tokens = await store.tokensOf(sql, found.id);
    return tokens.map((one) =>
      [one.id, `${one.prefix}…`, stateOf(one), one.createdAt.toISOString(), one.scopes.join(','), one.name].join('  '),
    );
  };
}

function revoke({ id }: Given): Action {
  if (!id) throw new UsageError('Say which: npm run -s token -- revoke tok_… (list shows the ids)');
  return async (sql) => {
    const revoked = (await store.revokeAnyToken(sql, id)) ?? missing(`There is no token ${id}. list shows the ids.`);
    await store.announceRevocation(sql, revoked.id);
    return [`revoked ${revoked.id} (${revoked.name})`];
  };
}

function stateOf({ revokedAt, expiresAt }: store.Token): string {
  if (revokedAt) return 'revoked';
  return expiresAt && expiresAt < new Date() ? 'expired' : 'valid';
}

function missing(message: string): never {
  throw new UsageError(message);
}

const flags: Record<string, string> = { name: '--name', scopes: '--scopes', expiresInDays: '--expires-days' };

function parsed<Shape extends z.ZodType>(flag: string, shape: Shape, value: unknown): z.output<Shape> {
  const result = shape.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new UsageError(
    `${flag || flags[String(issue?.path[0])] || ''}: ${value === undefined ? 'is required' : issue?.message}. See: npm run -s token -- --help`,
  );
}
