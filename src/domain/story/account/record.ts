import { record } from '../../../record.ts';

export const accountRecord = record({
  name: 'account',
  type: 'Account',
  table: 'account',
  tables: { idempotency_key: 'requests with an idempotency key of the last day, with their answers' },
  prefix: 'acc',
  parent: 'none',
  export: { none: 'An export holds one book.' },
  search: { none: 'Search covers books.' },
  events: { none: 'The log reports changes of books.' },
  staleness: { none: 'No chapter is written from it.' },
  space: { idempotency_key: 'answers' },
});

export const tokenRecord = record({
  name: 'token',
  type: 'Token',
  table: 'token',
  tables: { token_former_secret: 'secrets that a rotation replaced and that still work' },
  prefix: 'tok',
  parent: 'account',
  export: { none: 'An export holds one book.' },
  search: { none: 'Search covers books.' },
  events: { none: 'The log reports changes of books.' },
  staleness: { none: 'No chapter is written from it.' },
});
