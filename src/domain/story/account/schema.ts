import { keyKinds, scopes } from '../../../caller.ts';
import { notFound } from '../../../errors.ts';
import { builder } from '../../../graphql/builder.ts';
import { removes } from '../../../graphql/effect.ts';
import { enumOf, inputOf, wordScalar } from '../../../graphql/input.ts';
import { implementNode } from '../../../graphql/node.ts';
import { versionArgument } from '../../../graphql/versions.ts';
import { makeKey, revokeKey, rotateKey, seenBy } from './keys.ts';
import { accountRecord, tokenRecord } from './record.ts';
import { inOrder, newToken, rotation } from './rules.ts';
import * as store from './store.ts';

type Token = store.Token;

export const ScopeName = wordScalar('Scope', scopes, 'What a token may do.');

const KeyKind = enumOf('KeyKind', keyKinds, 'User of a key.', {
  person: 'A person with a browser or an editor.',
  agent: 'A program.',
});

const TokenRecord = builder.interfaceRef<Token>('TokenRecord').implement({
  description: 'A key of the account, without the key itself.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifies the token, for example to revoke it; it is not the key.' }),
    name: t.exposeString('name', { description: 'Name given at creation.' }),
    prefix: t.exposeString('prefix', { description: 'The first 12 characters of the key, to tell keys apart.' }),
    parentId: t.exposeID('parentId', {
      nullable: true,
      description:
        'The token that created it; revoking that one revokes this one too. Null for tokens of the command line.',
    }),
    kind: t.expose('kind', { type: KeyKind, description: 'Kind of user.' }),
    scopes: t.field({ type: [ScopeName], description: 'What the token may do.', resolve: (token) => token.scopes }),
    bookIds: t.idList({
      nullable: true,
      description: 'The books that it can access; null for all. A token bound to books sees only its own books here.',
      resolve: ({ bookIds }, _args, { caller }) => seenBy(caller, bookIds),
    }),
    readOnly: t.exposeBoolean('readOnly', { description: 'True: it can only read, regardless of its scopes.' }),
    tools: t.exposeStringList('tools', {
      nullable: true,
      description: 'The MCP tools that it can list and call; null for all.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Last use, to the minute; null if it was never used.',
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it expires; null for never.',
    }),
    revokedAt: t.expose('revokedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was revoked; null if it is not.',
    }),
    version: t.exposeInt('version', {
      description:
        'Increases with each rotation, and when it is revoked. Send it as `expectedVersion`: of several rotations at once, one succeeds.',
    }),
  }),
});

const TokenType = builder.objectRef<Token>('Token').implement({
  interfaces: [TokenRecord],
  description: 'A key of the account, without the key itself, which is shown only at creation.',
});

implementNode(tokenRecord, TokenType, ({ read, caller }, ids) => store.tokensByIds(read, caller.accountId, ids), {
  scope: 'account:read',
});

const CreatedToken = builder.objectRef<Token & { secret: string }>('CreatedToken').implement({
  interfaces: [TokenRecord],
  description: 'A new token with its key, which is shown only once.',
  fields: (t) => ({
    secret: t.exposeString('secret', {
      description: 'The key. Save it now: it is not stored and cannot be shown again.',
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
      description: 'Scopes of the token of this request.',
      resolve: (_account, _args, { caller }) => inOrder(caller.scopes),
    }),
  }),
});

implementNode(
  accountRecord,
  Account,
  async ({ read, caller: { accountId } }, ids) => {
    const account = ids.includes(accountId) ? await store.accountById(read, accountId) : undefined;
    return account ? [account] : [];
  },
  { scope: 'account:read' },
);

builder.queryFields((t) => ({
  account: t.field({
    bounds: 'noBook',
    type: Account,
    authScopes: { scope: 'account:read' },
    description: 'The account of the token, with the token’s scopes.',
    resolve: async (_root, _args, { read, caller }) =>
      (await store.accountById(read, caller.accountId)) ?? notFound('account'),
  }),
  tokens: t.field({
    bounds: 'noBook',
    type: [TokenType],
    authScopes: { scope: 'account:read' },
    description: 'All tokens of the account, newest first, revoked ones included.',
    resolve: (_root, _args, { read, caller }) => store.tokensOf(read, caller.accountId),
  }),
}));

const NewToken = inputOf('NewToken', newToken, 'A token to create.');
const TokenRotation = inputOf('TokenRotation', rotation, 'Options of a rotation.');
const tokenId = { required: true, description: 'Id of the token (`tok_…`), not the key.' } as const;

builder.mutationFields((t) => ({
  createToken: t.field({
    space: 'frees',
    repeatable: false,
    destructive: false,
    bounds: 'noBook',
    type: CreatedToken,
    authScopes: { scope: 'account:write' },
    shownOnce: true,
    description:
      'Creates a token as a child of the token of this request. Its scopes, books, tools and expiry cannot exceed those of its parent, and it is revoked with its parent.',
    args: { input: t.arg({ type: NewToken, required: true, description: 'Name, scopes, lifetime and bounds.' }) },
    resolve: async (_root, { input }, context) => {
      const [token, secret] = await makeKey(context, input);
      return { ...token, secret };
    },
  }),
  rotateToken: t.field({
    space: 'frees',
    repeatable: false,
    destructive: false,
    bounds: 'noBook',
    type: CreatedToken,
    authScopes: { scope: 'account:write' },
    shownOnce: true,
    description:
      'Gives a token a new secret. The old one works until the overlap ends. Id, permissions and child tokens are unchanged. A token can rotate itself and tokens that have no permission that it lacks.',
    args: {
      tokenId: t.arg.id(tokenId),
      input: t.arg({ type: TokenRotation, description: 'Overlap in which the old secret works.' }),
      expectedVersion: t.arg.int(versionArgument),
    },
    resolve: async (_root, { tokenId, input, expectedVersion }, { sql, caller, forgetTokens }) => {
      const [token, secret] = await rotateKey(sql, caller, {
        tokenId,
        overlapSeconds: input?.overlapSeconds,
        expectedVersion: expectedVersion ?? undefined,
      });
      forgetTokens();
      return { ...token, secret };
    },
  }),
  revokeToken: t.field({
    ...removes,
    bounds: 'noBook',
    type: TokenType,
    authScopes: { scope: 'account:write' },
    description:
      'Revokes a token permanently, with every token that it created. They stop working on all nodes within a second. A token can revoke itself and tokens whose scopes, books and expiry lie within its own. Revoking again changes nothing.',
    args: { tokenId: t.arg.id(tokenId) },
    resolve: async (_root, { tokenId }, { sql, caller, forgetTokens }) => {
      const token = await revokeKey(sql, caller, tokenId);
      forgetTokens();
      return token;
    },
  }),
}));
