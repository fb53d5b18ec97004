import type { Register } from './register.ts';
import { ofRevision } from './story.ts';

export const comparison: Register = {
  feature: 'chapters',
  operations: { revisionDiff: { tools: { get_revision_diff: { args: ofRevision } } } },
};
