import type { KindOfRun, KindsOfRun } from '../../calls/run/kinds.ts';
import { foldRewrite } from '../../text/texts/fold/fold-rewrite.ts';
import { foldWrite } from '../../text/texts/fold/fold-write.ts';
import { insertWholeText } from '../../text/texts/fold/whole-text.ts';
import { discardText } from './discard.ts';
import { reclaimProse } from './reclaim.ts';

/** A run that writes a chapter has a result as soon as it has saved a character, in whatever state it ended. */
const prose: KindOfRun = {
  hasProduced: async (_tx, { charsWritten }) => charsWritten > 0,
  keepWhole: (tx, run, { text, revisionId }) => insertWholeText(tx, run, { savedChars: 0, rest: text, revisionId }),
  reclaim: reclaimProse,
  discard: discardText,
};

export const writingKinds: KindsOfRun = {
  write: { ...prose, fold: foldWrite },
  rewrite: { ...prose, fold: foldRewrite },
};
