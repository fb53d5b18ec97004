import { record } from '../../../record.ts';

export const usageRecord = record({
  name: 'usage',
  table: 'usage_entry',
  parent: 'account',
  export: { none: 'The ledger belongs to the account and outlives its books.' },
  search: { none: 'It holds numbers.' },
  events: { none: 'Events of runs report what is charged.' },
  staleness: { none: 'No chapter is written from it.' },
});
