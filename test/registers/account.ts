import type { Register, Story } from './register.ts';

const ofToken = async (story: Story) => ({ tokenId: (await story.answer('create_token')).id });

export const account: Register = {
  feature: 'account',
  ids: {
    tokenId: {
      prefix: 'tok',
      isMadeEachTime: true,
      // An agent's token, because callers over MCP count as agents and cannot change a person's token.
      make: async ({ call }) => (await call('createToken', { input: { scopes: ['books:read'], kind: 'agent' } })).id,
    },
  },
  operations: {
    account: { scope: 'account:read', tools: { get_account: { args: () => ({}) } } },
    tokens: { scope: 'account:read', tools: { list_tokens: { args: () => ({}) } } },
    createToken: {
      body: { scopes: ['books:read'] },
      otherBody: { scopes: ['books:write'] },
      isShownOnce: true,
      scope: 'account:write',
      events: [],
      tools: { create_token: { args: () => ({ scopes: ['books:read'] }) } },
    },
    rotateToken: {
      body: {},
      reader: null,
      scope: 'account:write',
      isShownOnce: true,
      events: [],
      tools: { rotate_token: { args: ofToken } },
    },
    revokeToken: {
      unversioned: 'a second time changes nothing',
      scope: 'account:write',
      events: [],
      tools: { revoke_token: { args: ofToken, last: true } },
    },
  },
};
