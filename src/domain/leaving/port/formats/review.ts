import { z } from 'zod';
import { keyKinds } from '../../../../caller.ts';
import { contentMax, text } from '../../../shapes.ts';
import { anchorStates } from '../../../text/anchor/rules.ts';
import { newNote, noteKinds, notesMax } from '../../../text/note/rules.ts';
import { besideMax, passageMax } from '../../../text/passage/rules.ts';
import { proposalStates, proposalsMax, proposedEdit } from '../../../text/proposal/rules.ts';

/** Proposals and notes of a document. `key` is an id of the document, `moment` a time. */
export function reviewShapes<Key extends z.ZodType<string>, Moment extends z.ZodType<Date>>(key: Key, moment: Moment) {
  const place = z.int().min(0).max(contentMax);
  const decidedAnchor = z.strictObject({
    exact: text(passageMax),
    prefix: text(besideMax).default(''),
    suffix: text(besideMax).default(''),
    start: place,
    end: place,
    state: z.enum(anchorStates),
  });
  const anchor = decidedAnchor.extend({ exact: text(passageMax).min(1) });
  const authorKind = z.enum(keyKinds).default('person');
  const times = { createdAt: moment.optional(), updatedAt: moment.optional() };
  const { replacement, alternatives, reason } = proposedEdit.shape;
  const proposal = z
    .strictObject({
      chapterId: key,
      setId: key,
      title: text(200).default(''),
      anchor: decidedAnchor,
      replacement,
      alternatives: alternatives.unwrap().default([]),
      reason: reason.unwrap().default(''),
      authorKind,
      state: z.enum(proposalStates).default('open'),
      choice: z.int().min(0).max(3).nullable().default(null),
      decidedAt: moment.nullable().default(null),
      decisionReason: text(1_000).nullable().default(null),
      ...times,
    })
    // Of a decided one, they are dropped some day.
    .refine(({ state, anchor: { exact } }) => exact !== '' || (state !== 'open' && state !== 'stale'), {
      path: ['anchor', 'exact'],
      error: 'must not be empty; at least 1 character is needed.',
    });
  const note = z.strictObject({
    id: key,
    chapterId: key.nullable().default(null),
    parentId: key.nullable().default(null),
    anchor: anchor.nullable().default(null),
    kind: z.enum(noteKinds).default('comment'),
    body: newNote.shape.body,
    authorKind,
    resolvedAt: moment.nullable().default(null),
    ...times,
  });
  return {
    proposals: z.array(proposal).max(proposalsMax).default([]),
    notes: z.array(note).max(notesMax).default([]),
  };
}
