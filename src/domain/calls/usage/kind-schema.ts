import { enumOf } from '../../../graphql/input.ts';
import { runKinds } from './rules.ts';

export const RunKind = enumOf('RunKind', runKinds, 'Task of a run.', {
  outline: 'Outlines the book.',
  write: 'Writes or continues a chapter.',
  rewrite: 'Rewrites a chapter; the old text becomes a revision.',
  grade: 'Grades an outline.',
  variant: 'Generates outline variants.',
  narrate: 'Narrates a chapter.',
  summarize: 'Makes the recap of a chapter or of ten, or proposes what a manuscript is.',
  cover: 'Generates cover pictures.',
});
