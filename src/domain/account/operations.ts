import { operation } from '../../operation.ts';
import { CreateTokenDocument, GetAccountDocument, ListTokensDocument, RevokeTokenDocument } from './operations.gen.ts';
import { newToken } from './rules.ts';

export const accountOperations = [
  operation(GetAccountDocument, { answer: 'account', statements: 1, rest: 'GET /v1/account' }),
  operation(ListTokensDocument, { answer: 'tokens', statements: 1, rest: 'GET /v1/account/tokens' }),
  operation(CreateTokenDocument, {
    answer: 'createToken',
    statements: 1,
    body: ['input', newToken],
    rest: 'POST /v1/account/tokens 201',
  }),
  operation(RevokeTokenDocument, { answer: 'revokeToken', statements: 2, rest: 'DELETE /v1/account/tokens/{tokenId}' }),
];
