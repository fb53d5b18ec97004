import type { Outline } from '../../../making/outline/outline-reply.ts';
import type { Grade } from '../../../making/outline/score.ts';
import type { NewRecap, RecapOrigin } from '../../../making/recap/rules.ts';
import type { BuiltFrom } from '../../../shapes.ts';
import type { NewBook } from '../../../story/book/rules.ts';
import type { Person, PlanPatch } from '../../../story/plan/rules.ts';
import type { StylePatch } from '../../../story/style/rules.ts';
import type { Origin } from '../../../text/chapter/rules.ts';
import type { ReviewRows } from './review-rows.ts';

export interface ChapterRow {
  id: string;
  rank: number;
  archivedPlace: number | null;
  title: string;
  summary: string;
  notes: string;
  beatKeys: string[];
  povCharacterId: string | null;
  participantIds: string[];
  mentionedIds: string[];
  targetWords: number | null;
  person: Person | null;
  tense: string | null;
  textStatus: 'empty' | 'partial' | 'complete';
  wordCount: number;
  archivedAt: Date | null;
  lintId: string | null;
}

/** A text; current if it has no time. */
export interface TextRow {
  id: string;
  chapterId: string;
  body: string;
  wordCount: number;
  textStatus: 'partial' | 'complete';
  origin: Origin;
  model: string | null;
  builtFrom: BuiltFrom | null;
  createdAt: Date | undefined;
}

export interface ArcRow extends NewRecap {
  chapterId: string;
  madeFrom: string[];
  origin: RecapOrigin;
  model: string | null;
  createdAt: Date | undefined;
  updatedAt: Date | undefined;
}

export interface RecapRow extends NewRecap {
  chapterId: string;
  revisionId: string;
  freshRevisionId: string;
  words: number;
  origin: RecapOrigin;
  model: string | null;
  createdAt: Date | undefined;
  updatedAt: Date | undefined;
}

export interface WaiverRow {
  chapterId: string;
  findingId: string;
  reason: string;
  createdAt?: Date | undefined;
  lintId: string | null;
}

interface VariantRow extends Outline {
  id: string;
  instructions: string | null;
  model: string;
  planVersion: number;
  grade: Grade | null;
  adoptedAt: Date | null;
  createdAt?: Date | undefined;
}

/** A roster record, by members. */
export type RosterRow = Readonly<Record<string, unknown>> & { readonly id: string };

/** All rows of a new book, without the account. */
export interface BookRows {
  book: NewBook & { id: string };
  plan: PlanPatch;
  style: StylePatch;
  /** Rows of each roster, by table. */
  rosters: { table: string; rows: RosterRow[]; json: readonly string[] }[];
  outlineVariants: VariantRow[];
  chapters: ChapterRow[];
  texts: TextRow[];
  revisions: (TextRow & { replacedAt: Date | undefined })[];
  recaps: RecapRow[];
  arcs: ArcRow[];
  waivers: WaiverRow[];
  review: ReviewRows;
}
