import type { ArcRow, BookRows, RecapRow, TextRow } from './book-rows.ts';
import type { ReviewRows } from './review-rows.ts';

/** A row by members. */
type Row = Readonly<Record<string, unknown>>;

/** A step of saving a book: rows for one INSERT statement, or slices of texts to index. */
export type Step = { load: number } & (Insert | { slices: Slice[] });

export interface Insert {
  table: string;
  rows: readonly Row[];
  /** Members that are JSON texts. */
  json: readonly string[];
}

/** Thousands of characters of a text: `count` from `first`. */
export interface Slice {
  chapterId: string;
  first: number;
  count: number;
}

/**
 * Work of a transaction, in characters to be indexed (ours). The embedded engine indexes some 20,000 in 40 ms. Stored text
 * that is not indexed costs a tenth.
 */
export const loadMax = 20_000;
const storedShare = 0.1;
/** Cost of a row beside its text (ours). */
const rowLoad = 400;

/** Steps that save a book after its own row, each at most as large as a transaction may be, or one large row. */
export function* stepsOf(accountId: string, rows: BookRows): Generator<Step> {
  const now = new Date();
  const ofBook = { accountId, bookId: rows.book.id };
  if (Object.keys(rows.style).length > 0) yield* inserts('book_style', [{ ...ofBook, ...rows.style }]);
  for (const { table, rows: records, json } of rows.rosters)
    yield* inserts(
      table,
      records.map((one) => ({ ...ofBook, ...one })),
      { json },
    );
  yield* inserts(
    'outline_variant',
    rows.outlineVariants.map(({ createdAt, ...one }) => ({ ...ofBook, ...one, createdAt: createdAt ?? now })),
    { json: ['chapters', 'grade'], share: storedShare },
  );
  yield* inserts(
    'chapter',
    rows.chapters.map((one) => ({ ...ofBook, ...one })),
  );
  yield* inserts(
    'chapter_text',
    rows.texts.map(({ id, body, wordCount: _words, textStatus: _status, createdAt, ...one }) => ({
      accountId,
      ...one,
      head: body,
      revisionId: id,
      createdAt: createdAt ?? now,
    })),
    { json: ['builtFrom'], share: storedShare },
  );
  yield* slicesOf(rows.texts);
  yield* inserts(
    'chapter_revision',
    rows.revisions.map(({ createdAt, replacedAt, ...one }) => ({
      accountId,
      ...one,
      createdAt: createdAt ?? now,
      replacedAt: replacedAt ?? now,
    })),
    { json: ['builtFrom'], share: storedShare },
  );
  const made = ({ createdAt, updatedAt, ...one }: RecapRow | ArcRow) => ({
    accountId,
    ...one,
    createdAt: createdAt ?? now,
    updatedAt: updatedAt ?? createdAt ?? now,
  });
  yield* inserts('chapter_recap', rows.recaps.map(made), { share: storedShare });
  yield* inserts('chapter_arc', rows.arcs.map(made), { share: storedShare });
  yield* inserts(
    'lint_waiver',
    rows.waivers.map(({ createdAt, ...one }) => ({ accountId, ...one, createdAt: createdAt ?? now })),
    { share: storedShare },
  );
  yield* reviewSteps(ofBook, rows.review, now);
}

/** Proposals and notes after their anchors. */
function* reviewSteps(ofBook: { accountId: string; bookId: string }, rows: ReviewRows, now: Date): Generator<Step> {
  const { accountId } = ofBook;
  const share = storedShare;
  const timed = ({ createdAt, updatedAt, ...one }: Row) => {
    const made = createdAt ?? now;
    return { ...ofBook, ...one, createdAt: made, updatedAt: updatedAt ?? made };
  };
  yield* inserts(
    'anchor',
    rows.anchors.map((one) => ({ accountId, placeStart: null, placeEnd: null, state: null, ...one })),
    { share },
  );
  yield* inserts(
    'chapter_anchor',
    rows.places.map((one) => ({ accountId, ...one })),
    { json: ['lost'], share },
  );
  yield* inserts(
    'proposal_set',
    rows.sets.map((one) => ({ ...ofBook, ...one })),
    { share },
  );
  yield* inserts('proposal', rows.proposals.map(timed), { share });
  yield* inserts('note', rows.notes.map(timed), { share });
}

function* inserts(
  table: string,
  rows: readonly Row[],
  { json = [], share = 1 }: { json?: readonly string[]; share?: number } = {},
): Generator<Step> {
  let [batch, load]: [Row[], number] = [[], 0];
  for (const record of rows) {
    const row = { ...record, ...textsOfJson(record, json) };
    const more = rowLoad + share * textUnits(row);
    if (batch.length > 0 && load + more > loadMax) {
      yield { table, rows: batch, json, load };
      [batch, load] = [[], 0];
    }
    batch.push(row);
    load += more;
  }
  if (batch.length > 0) yield { table, rows: batch, json, load };
}

/** JSON members as text. */
function textsOfJson(row: Row, json: readonly string[]): Row {
  return Object.fromEntries(json.map((member) => [member, row[member] == null ? null : JSON.stringify(row[member])]));
}

/** Length of all texts of a row in UTF-16 units, whatever their columns. */
function textUnits(row: Row): number {
  return Object.values(row).reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0);
}

const passageUnits = 1_000;
const passagesMax = loadMax / passageUnits;

/** Slices of all texts. In UTF-16 units, which are at least as many as characters: a slice behind the end is empty. */
function* slicesOf(texts: readonly TextRow[]): Generator<Step> {
  let [slices, passages]: [Slice[], number] = [[], 0];
  for (const { chapterId, body } of texts) {
    const total = Math.ceil(body.length / passageUnits);
    for (let first = 0; first < total; ) {
      const count = Math.min(total - first, passagesMax - passages);
      slices.push({ chapterId, first, count });
      first += count;
      passages += count;
      if (passages < passagesMax) continue;
      yield { slices, load: loadMax };
      [slices, passages] = [[], 0];
    }
  }
  if (slices.length > 0) yield { slices, load: passages * passageUnits };
}
