import type { Transaction } from '../../sql/connect.ts';
import type { NewBook } from '../book/rules.ts';
import { type Book, bookById } from '../book/store.ts';
import type { Origin } from '../chapter/rules.ts';
import type { NewCharacter } from '../character/rules.ts';
import type { NewConflict } from '../conflict/rules.ts';
import type { NewMoodReference } from '../mood/rules.ts';
import type { Outline } from '../outline/outline-reply.ts';
import type { Grade } from '../outline/score.ts';
import type { PlanPatch } from '../plan/rules.ts';
import type { BuiltFrom } from '../staleness/rules.ts';

export interface ChapterRow {
  id: string;
  position: number;
  title: string;
  summary: string;
  notes: string;
  beatKeys: string[];
  povCharacterId: string | null;
  participantIds: string[];
  textStatus: 'empty' | 'partial' | 'complete';
  wordCount: number;
  archivedAt: Date | null;
  lintId: string | null;
}

/** A text; without a moment it is of now. */
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

export interface RecapRow {
  chapterId: string;
  revisionId: string;
  text: string;
  model: string;
  createdAt?: Date | undefined;
}

export interface WaiverRow {
  chapterId: string;
  findingId: string;
  reason: string;
  createdAt?: Date | undefined;
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

/** All rows of a new book, without the account. */
export interface BookRows {
  book: NewBook & { id: string };
  plan: PlanPatch;
  characters: (NewCharacter & { id: string })[];
  conflicts: (NewConflict & { id: string })[];
  moodReferences: (NewMoodReference & { id: string })[];
  outlineVariants: VariantRow[];
  chapters: ChapterRow[];
  texts: TextRow[];
  revisions: (TextRow & { replacedAt: Date | undefined })[];
  recaps: RecapRow[];
  waivers: WaiverRow[];
}

/** Writes a whole book, a statement for many rows; hears of the share that is written. Its account must be there. */
export async function insertBookRows(
  tx: Transaction,
  accountId: string,
  rows: BookRows,
  written: (done: number, total: number) => void,
): Promise<Book> {
  const bookId = rows.book.id;
  const now = new Date();
  const ofBook = { accountId, bookId };
  const json = (value: object | null) => (value === null ? null : tx.json(value as never));
  await insertBookRow(tx, accountId, rows);
  await insertMany(
    tx,
    'character',
    rows.characters.map((one) => ({ ...ofBook, ...one })),
  );
  await insertMany(
    tx,
    'conflict',
    rows.conflicts.map((one) => ({ ...ofBook, ...one })),
  );
  await insertMany(
    tx,
    'mood_reference',
    rows.moodReferences.map((one) => ({ ...ofBook, ...one })),
  );
  await insertMany(
    tx,
    'outline_variant',
    rows.outlineVariants.map(({ chapters, grade, createdAt, ...one }) => ({
      ...ofBook,
      ...one,
      chapters: json(chapters),
      grade: json(grade),
      createdAt: createdAt ?? now,
    })),
  );
  await insertMany(
    tx,
    'chapter',
    rows.chapters.map((one) => ({ ...ofBook, ...one })),
  );
  const total = rows.texts.length + rows.revisions.length;
  await insertMany(
    tx,
    'chapter_text',
    rows.texts.map(({ id, wordCount: _words, textStatus: _status, builtFrom, createdAt, ...one }) => ({
      accountId,
      ...one,
      revisionId: id,
      builtFrom: json(builtFrom),
      createdAt: createdAt ?? now,
    })),
    (done) => written(done, total),
  );
  await insertMany(
    tx,
    'chapter_revision',
    rows.revisions.map(({ builtFrom, createdAt, replacedAt, ...one }) => ({
      accountId,
      ...one,
      builtFrom: json(builtFrom),
      createdAt: createdAt ?? now,
      replacedAt: replacedAt ?? now,
    })),
    (done) => written(rows.texts.length + done, total),
  );
  await insertMany(
    tx,
    'chapter_recap',
    rows.recaps.map(({ chapterId, revisionId, text, model, createdAt }) => ({
      accountId,
      chapterId,
      revisionId,
      body: text,
      model,
      createdAt: createdAt ?? now,
    })),
  );
  await insertMany(
    tx,
    'lint_waiver',
    rows.waivers.map(({ createdAt, ...one }) => ({ accountId, ...one, createdAt: createdAt ?? now })),
  );
  const made = await bookById(tx, ofBook);
  if (!made) throw new Error('An imported book is not there.');
  return made;
}

async function insertBookRow(tx: Transaction, accountId: string, { book, plan }: BookRows): Promise<void> {
  const { researchCitations, ...rest } = plan;
  const { author, ...fields } = book;
  const row = {
    accountId,
    ...fields,
    ...rest,
    author: author ?? (await accountNameOf(tx, accountId)),
    ...(researchCitations ? { researchCitations: tx.json(researchCitations) } : {}),
  };
  await tx`INSERT INTO book ${tx(row)}`;
}

async function accountNameOf(tx: Transaction, accountId: string): Promise<string> {
  const [row] = await tx<{ name: string }[]>`SELECT name FROM account WHERE id = ${accountId}`;
  if (!row) throw new Error('The account of this token is gone.');
  return row.name;
}

/** Rows of one statement, and UTF-16 units of their texts: well below what a statement may have of parameters (65,535) and of time. */
const rowsMax = 500;
const unitsMax = 500_000;

/** Inserts rows of one shape, some at a time; hears how many are done. */
async function insertMany(
  tx: Transaction,
  table: string,
  rows: readonly Readonly<Record<string, unknown>>[],
  inserted: (done: number) => void = () => {},
): Promise<void> {
  for (let start = 0; start < rows.length; ) {
    let [end, units] = [start, 0];
    while (end < rows.length && end - start < rowsMax && units < unitsMax) {
      const body = rows[end]?.body;
      units += typeof body === 'string' ? body.length : 0;
      end += 1;
    }
    // The driver wants an index signature of what it can write, which rows of several tables do not share.
    await tx`INSERT INTO ${tx(table)} ${tx(rows.slice(start, end) as Record<string, string>[])}`;
    start = end;
    inserted(end);
  }
}
