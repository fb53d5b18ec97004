import { notFound, ServiceError } from '../../errors.ts';
import { builder } from '../../graphql/builder.ts';
import { scopes } from '../../graphql/context.ts';
import { inputOf, wordsOf } from '../../graphql/input.ts';
import { beyond, inOrder, newToken } from './rules.ts';
import * as store from './store.ts';

const ScopeName = wordsOf('Scope', scopes, 'What a token may do.');

const TokenRecord = builder.interfaceRef<store.Token>('TokenRecord').implement({
  description: 'What may be shown of a key of the account.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Names the token when it is revoked; it is not the key.' }),
    name: t.exposeString('name', { description: 'What its maker called it.' }),
    prefix: t.exposeString('prefix', { description: 'The first 12 characters of the key, to tell keys apart.' }),
    scopes: t.field({ type: [ScopeName], description: 'What it may do.', resolve: (token) => token.scopes }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Its last use, exact to a minute; null while it has not been used.',
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it stops working by itself; null for never.',
    }),
    revokedAt: t.expose('revokedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was revoked; null while it works.',
    }),
  }),
});

export const Token = builder.objectRef<store.Token>('Token').implement({
  interfaces: [TokenRecord],
  description: 'A key of the account, as far as it may be shown: the key itself is seen once, when it is made.',
});

const CreatedToken = builder.objectRef<store.Token & { secret: string }>('CreatedToken').implement({
  interfaces: [TokenRecord],
  description: 'A new token and, this once, the key itself.',
  fields: (t) => ({
    secret: t.exposeString('secret', {
      description: 'The key: keep it now, it is not stored and not shown again.',
    }),
  }),
});

export const Account = builder.objectRef<store.Account>('Account').implement({
  description: 'The owner of books and tokens.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Opaque; books belong to it.' }),
    name: t.exposeString('name', { description: 'Also the author of new books that name none.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the account was opened.' }),
    scopes: t.field({
      type: [ScopeName],
      description: 'What the token of this request may do.',
      resolve: (_account, _args, { caller }) => inOrder(caller.scopes),
    }),
  }),
});

builder.queryFields((t) => ({
  account: t.field({
    type: Account,
    authScopes: { scope: 'account:read' },
    description: 'The account of the token, and what the token may do.',
    resolve: async (_root, _args, { read, caller }) =>
      (await store.accountById(read, caller.accountId)) ?? notFound('account'),
  }),
  tokens: t.field({
    type: [Token],
    authScopes: { scope: 'account:read' },
    description: 'Every token of the account, newest first, revoked ones included.',
    resolve: (_root, _args, { read, caller }) => store.tokensOf(read, caller.accountId),
  }),
}));

const NewToken = inputOf('NewToken', newToken, 'A token to make.');

builder.mutationFields((t) => ({
  createToken: t.field({
    type: CreatedToken,
    authScopes: { scope: 'account:write' },
    shownOnce: true,
    description: 'Makes a token. It cannot have a scope that the token of this request lacks.',
    args: { input: t.arg({ type: NewToken, required: true, description: 'Name, scopes and lifetime.' }) },
    resolve: async (_root, { input }, { sql, caller }) => {
      const [missing] = beyond(input.scopes, caller.scopes);
      if (missing) {
        throw new ServiceError('insufficient_scope', `This token lacks ${missing} and cannot pass it on.`, {
          required_scope: missing,
          granted_scopes: caller.scopes,
        });
      }
      const [token, secret] = await store.insertToken(sql, caller.accountId, {
        ...input,
        name: input.name ?? 'token',
      });
      return { ...token, secret };
    },
  }),
  revokeToken: t.field({
    type: Token,
    authScopes: { scope: 'account:write' },
    description:
      'Revokes a token for good; it stops working everywhere within a second. Revoking it again changes nothing.',
    args: { tokenId: t.arg.id({ required: true, description: 'The token, by its id (`tok_…`), not by the key.' }) },
    resolve: async (_root, { tokenId }, { sql, caller, forgetToken }) => {
      const token = (await store.revokeToken(sql, caller.accountId, tokenId)) ?? notFound('token');
      await forgetToken(token.id);
      return token;
    },
  }),
}));
