import { record } from '../../../record.ts';

export const narrationRecord = record({
  name: 'narration',
  table: 'narration',
  prefix: 'nar',
  parent: 'chapter',
  tables: { narration_piece: 'its segments in order', narration_order: 'chapters queued to be narrated' },
  export: { none: 'Audio is not part of the document.' },
  search: { none: 'It speaks a text that search finds.' },
  events: { own: { updated: 'A chapter was queued for narration with its book, waits, failed, or is done.' } },
  staleness: { none: 'Audio is not an input.' },
  space: { narration_piece: 'sound' },
});

export const speechRecord = record({
  name: 'speech',
  table: 'speech_segment',
  parent: 'account',
  tables: { speech_piece: 'its audio' },
  export: { none: 'Audio is not part of the document.' },
  search: { none: 'It speaks a text that search finds.' },
  events: { none: 'A cache.' },
  staleness: { none: 'Audio is not an input.' },
  space: { speech_piece: 'sound' },
});
