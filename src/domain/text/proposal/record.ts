import { record } from '../../../record.ts';

export const proposalSetRecord = record({
  name: 'proposal_set',
  table: 'proposal_set',
  prefix: 'pset',
  parent: 'book',
  export: { none: 'Part of its proposals.' },
  search: { none: 'It is about a change, not in the book.' },
  events: { none: 'Its proposals have events.' },
  staleness: { none: 'Chapters are written from their text, not from proposals.' },
});

export const proposalRecord = record({
  name: 'proposal',
  type: 'Proposal',
  table: 'proposal',
  prefix: 'prp',
  parent: 'book',
  export: { none: 'Members of the document: port/document.ts.' },
  search: { none: 'Its words are not in the text.' },
  events: {
    created: 'A change of a passage was proposed.',
    updated: 'A proposal was revised, decided, withdrawn, or became stale or open again with the text.',
    deleted: 'A proposal was deleted, or went with its chapter.',
  },
  staleness: { none: 'Chapters are written from their text, not from proposals.' },
});
