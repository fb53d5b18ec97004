import type { KindOfRun, KindsOfRun } from '../run/kinds.ts';
import { foldRewrite } from './fold-rewrite.ts';
import { foldWrite } from './fold-write.ts';
import { reclaimProse } from './reclaim.ts';

/** A run that writes a chapter has a result as soon as it has saved a character, in whatever state it ended. */
const prose: KindOfRun = { hasProduced: async (_tx, { charsWritten }) => charsWritten > 0, reclaim: reclaimProse };

export const writingKinds: KindsOfRun = {
  write: { ...prose, fold: foldWrite },
  rewrite: { ...prose, fold: foldRewrite },
};
