import { record } from '../../../record.ts';

export const waiverRecord = record({
  name: 'lint_waiver',
  table: 'lint_waiver',
  prefix: 'fnd',
  parent: 'chapter',
  export: { none: 'Part of its chapter: port/document.ts.' },
  search: { none: 'It repeats a finding.' },
  events: { none: 'Findings are computed on read.' },
  staleness: { none: 'No prompt holds it.' },
});
