import { operation } from '../../../operation.ts';
import {
  CreateTokenDocument,
  GetAccountDocument,
  ListTokensDocument,
  RevokeTokenDocument,
  RotateTokenDocument,
} from './operations.gen.ts';
import { newToken, rotation } from './rules.ts';

export const accountOperations = [
  operation(GetAccountDocument, {
    answer: 'account',
    statements: 1,
    rest: 'GET /v1/account',
    tool: {
      name: 'get_account',
      feature: 'account',
      description: 'The account of the key in use: its name, and what this key may do.',
    },
  }),
  operation(ListTokensDocument, {
    answer: 'tokens',
    statements: 1,
    rest: 'GET /v1/account/tokens',
    tool: {
      name: 'list_tokens',
      feature: 'account',
      description: 'The keys of the account, without their secrets: name, scopes, bounds, last use, expiry.',
    },
  }),
  operation(CreateTokenDocument, {
    answer: 'createToken',
    statements: 2,
    body: ['input', newToken],
    example: { name: 'My reading app', scopes: ['books:read'], expiresInDays: 30 },
    rest: 'POST /v1/account/tokens 201',
    tool: {
      name: 'create_token',
      feature: 'account',
      description:
        'Make another key with at most the rights of the one in use. The secret is in the answer once. Ask the author first.',
    },
  }),
  operation(RotateTokenDocument, {
    answer: 'rotateToken',
    statements: 3,
    body: ['input', rotation],
    example: { overlapSeconds: 3600 },
    rest: 'POST /v1/account/tokens/{tokenId}/rotate',
    tool: {
      name: 'rotate_token',
      feature: 'account',
      description:
        'Give a key a new secret, which is in the answer once. The old one works for overlapSeconds more. Ask the author first.',
    },
  }),
  operation(RevokeTokenDocument, {
    answer: 'revokeToken',
    statements: 3,
    rest: 'DELETE /v1/account/tokens/{tokenId}',
    tool: {
      name: 'revoke_token',
      feature: 'account',
      description: 'End a key at once. It cannot be brought back. Ask the author first.',
    },
  }),
];
