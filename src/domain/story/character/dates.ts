import { invalidRequest, invalidState } from '../../../errors.ts';
import type { AnySql, Sql, Transaction } from '../../../sql/connect.ts';
import type { BookKey } from '../book/store.ts';
import type { PartKey } from '../roster/store.ts';
import { chaptersAmong } from './clauses.ts';
import type { CharacterPatch, NewCharacter } from './rules.ts';
import { type Character, characterRoster } from './store.ts';

/** Adds a character; undefined if the book is missing or its cast is full. */
export async function insert(sql: Sql, key: BookKey, row: NewCharacter): Promise<Character | undefined> {
  const made = await characterRoster.insert(sql, key, row, (within) => chaptersExist(within, key, row));
  if (made) return made;
  const book = await characterRoster.ofBook(sql, key, characterRoster.columns.all, (within) => within`AND false`);
  if (book) await refuseUnknownChapters(sql, key, row);
  return undefined;
}

/** Changes a character. */
export function changeOf(sql: Sql, key: PartKey, patch: CharacterPatch) {
  return {
    write: (expected: number | undefined) =>
      characterRoster.update(sql, key, patch, expected, (within) => chaptersExist(within, key, patch)),
    async refuse(): Promise<Character> {
      await refuseUnknownChapters(sql, key, patch);
      return invalidState('The chapters of this book were changed concurrently. Try again.');
    },
  };
}

/** A date that began with a chapter begins with the one that it was merged into, after the dates that this one had. */
export async function moveDates(
  tx: Transaction,
  { accountId, bookId }: BookKey,
  from: string,
  to: string,
): Promise<void> {
  const moved = (list: string) => tx`(
    SELECT coalesce(jsonb_agg(CASE WHEN d.one->>'fromChapterId' = ${from}
      THEN d.one || jsonb_build_object('fromChapterId', ${to}::text) ELSE d.one END
      ORDER BY coalesce(d.one->>'fromChapterId' = ${from}, false), d.at), '[]')
    FROM jsonb_array_elements(${tx(list)}) WITH ORDINALITY AS d (one, at))`;
  await tx`
    UPDATE character SET status = ${moved('status')}, dated_aliases = ${moved('dated_aliases')}, version = version + 1,
      updated_at = clock_timestamp()
    WHERE account_id = ${accountId} AND book_id = ${bookId}
      AND (status || dated_aliases) @> jsonb_build_array(jsonb_build_object('fromChapterId', ${from}::text))`;
}

type Dates = Partial<Pick<NewCharacter, 'status' | 'datedAliases'>>;

/** Each date with a chapter, by its path in the request. */
function datesOf(dates: Dates): { path: string; chapterId: string }[] {
  return (['status', 'datedAliases'] as const).flatMap((list) =>
    (dates[list] ?? []).flatMap(({ fromChapterId }, at) =>
      fromChapterId === null ? [] : [{ path: `${list}[${at}].fromChapterId`, chapterId: fromChapterId }],
    ),
  );
}

/** Condition that the chapters are in the book, archived or not. They stay until the end of the transaction. */
function chaptersExist(sql: AnySql, key: BookKey, dates: Dates) {
  const wanted = [...new Set(datesOf(dates).map(({ chapterId }) => chapterId))];
  if (wanted.length === 0) return sql``;
  return sql`AND ${wanted.length} = (SELECT count(*) FROM (${chaptersAmong.of(sql, key, wanted)} FOR KEY SHARE) AS c)`;
}

async function refuseUnknownChapters(sql: Sql, key: BookKey, dates: Dates): Promise<void> {
  const all = datesOf(dates);
  if (all.length === 0) return;
  const ids = all.map(({ chapterId }) => chapterId);
  const found = await sql<{ id: string }[]>`${chaptersAmong.of(sql, key, ids)}`;
  const known = new Set(found.map(({ id }) => id));
  const issues = all
    .filter(({ chapterId }) => !known.has(chapterId))
    .map(({ path }) => ({ path, message: 'is no chapter of this book. Take an id from its chapters, or null.' }));
  if (issues.length > 0) throw invalidRequest(issues);
}
