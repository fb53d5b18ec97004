import type { Transaction } from '../../sql/connect.ts';
import type { NewBook } from '../book/rules.ts';
import { type Book, bookById } from '../book/store.ts';
import type { Origin } from '../chapter/rules.ts';
import type { Outline } from '../outline/outline-reply.ts';
import type { Grade } from '../outline/score.ts';
import type { PlanPatch } from '../plan/rules.ts';
import type { BuiltFrom } from '../shapes.ts';

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

/** A roster record, by members. */
export type RosterRow = Readonly<Record<string, unknown>> & { readonly id: string };

/** All rows of a new book, without the account. */
export interface BookRows {
  book: NewBook & { id: string };
  plan: PlanPatch;
  /** Rows of each roster, by table. */
  rosters: { table: string; rows: RosterRow[] }[];
  outlineVariants: VariantRow[];
  chapters: ChapterRow[];
  texts: TextRow[];
  revisions: (TextRow & { replacedAt: Date | undefined })[];
  recaps: RecapRow[];
  waivers: WaiverRow[];
}

/** Inserts a whole book with multi-row statements and reports the share done. The account must exist. */
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
  for (const roster of rows.rosters) {
    await insertMany(
      tx,
      roster.table,
      roster.rows.map((one) => ({ ...ofBook, ...one })),
    );
  }
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
    rows.texts.map(({ id, body, wordCount: _words, textStatus: _status, builtFrom, createdAt, ...one }) => ({
      accountId,
      ...one,
      head: body,
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

/** Maximum rows and text size (UTF-16 units) per statement, well below the limits of parameters (65,535) and time. */
const rowsMax = 500;
const unitsMax = 500_000;

/** The length of all texts of a row, whatever their columns. */
function textUnits(row: Readonly<Record<string, unknown>>): number {
  return Object.values(row).reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0);
}

/** Inserts rows of one shape in batches and reports the number done. */
async function insertMany(
  tx: Transaction,
  table: string,
  rows: readonly Readonly<Record<string, unknown>>[],
  inserted: (done: number) => void = () => {},
): Promise<void> {
  for (let start = 0; start < rows.length; ) {
    let [end, units] = [start, 0];
    while (end < rows.length && end - start < rowsMax && units < unitsMax) {
      units += textUnits(rows[end] ?? {});
      end += 1;
    }
    // The driver requires an index signature, which rows of several tables do not share.
    await tx`INSERT INTO ${tx(table)} ${tx(rows.slice(start, end) as Record<string, string>[])}`;
    start = end;
    inserted(end);
  }
}
