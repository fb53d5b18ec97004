import { record } from '../../../record.ts';

export const runRecord = record({
  name: 'run',
  type: 'Run',
  table: 'run',
  prefix: 'run',
  parent: 'book',
  tables: {
    chapter_chunk: 'text of a run that is not folded into its chapter yet',
    run_prompt: 'the messages that it sent first',
  },
  export: { none: 'Runs stay with the account that paid for them.' },
  search: { none: 'Its text is found as the prose of its chapter.' },
  events: {
    own: {
      started: 'A run began.',
      completed: 'A run ended because the provider finished.',
      partial: 'A run stopped before its end; its text is kept.',
      failed: 'A run ended because its provider failed.',
      cancelled: 'A run was cancelled.',
    },
  },
  staleness: { none: 'A run is not an input.' },
});
