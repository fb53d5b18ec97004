import type { AnySql, Sql } from '../../../sql/connect.ts';
import type { Job } from '../../../threads/job.ts';
import type { WorkPool } from '../../../threads/pool.ts';
import { bookById } from '../../story/book/store.ts';
import { characterRoster } from '../../story/character/store.ts';
import { placed } from '../../story/names/as-of.ts';
import { planOfBook } from '../../story/plan/store.ts';
import { styleOfBook } from '../../story/style/store.ts';
import { type ChapterKey, chaptersOfBook } from '../chapter/store.ts';
import { textsOf } from '../texts/present.ts';
import { inputOf, lengthOfInput } from './input.ts';
import type { Finding, Judgement } from './judge.ts';
import type { LintInput } from './material.ts';
import { findingsPerCodeMax, type NewWaiver } from './rules.ts';
import { lintFactsOf, putWaiver, type Waiver, waiversOfChapter } from './store.ts';
import { waivedUnder } from './waived.ts';

export interface JudgedFinding extends Finding {
  waiver: Waiver | null;
}

export interface LintReport {
  chapterId: string;
  /** Version of the chapter that was checked. */
  chapterVersion: number;
  language: string;
  findings: JudgedFinding[];
  skipped: Judgement['skipped'];
  /** Findings of a code beyond the listed ones. */
  omitted: number;
}

const judging: Job<LintInput, Judgement> = { module: new URL('./judge.ts', import.meta.url), name: 'judge' };

/** Judges a chapter's saved text; undefined when there is no such chapter. */
export async function lintChapter(sql: Sql, work: WorkPool, key: ChapterKey): Promise<LintReport | undefined> {
  const material = await sql.begin(async (tx) => {
    // A consistent snapshot, so that positions, version and waivers belong to the same text.
    await tx`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`;
    return materialOf(tx, key);
  });
  return material && reportOn(material, work, key);
}

async function reportOn(
  { input, identity, version, waivers }: Material,
  work: WorkPool,
  { accountId }: ChapterKey,
): Promise<LintReport> {
  const order = { accountId, input, identity, characters: lengthOfInput(input) };
  const { findings, skipped } = await work.run(judging, order);
  const reasons = new Map(waivers.map((waiver) => [waiver.findingId, waiver]));
  const waived = waivedUnder(findings, reasons.keys());
  const judged = findings.map((finding): JudgedFinding => {
    const id = waived.get(finding) ?? finding.id;
    return { ...finding, id, waiver: reasons.get(id) ?? null };
  });
  const listed = withinLimit(judged);
  return {
    chapterId: input.chapter.id,
    chapterVersion: version,
    language: input.language,
    findings: listed,
    skipped,
    omitted: judged.length - listed.length,
  };
}

/** The first findings of each code; waived ones are listed separately. */
function withinLimit(findings: readonly JudgedFinding[]): JudgedFinding[] {
  const listed = new Map<string, number>();
  return findings.filter(({ code, waiver }) => {
    if (waiver) return true;
    const count = (listed.get(code) ?? 0) + 1;
    listed.set(code, count);
    return count <= findingsPerCodeMax;
  });
}

interface Material {
  input: LintInput;
  /** Versions of the records, and the texts. */
  identity: unknown;
  version: number;
  waivers: Waiver[];
}

/** A record moves without a new version. */
function stateOf(record: { id: string; version: number; order?: number }) {
  return [record.id, record.version, record.order];
}

/** One statement each, independent of the size of the book. */
async function materialOf(sql: AnySql, key: ChapterKey): Promise<Material | undefined> {
  const [book, plan, style, cast, chapters, waivers, facts] = await Promise.all([
    bookById(sql, key),
    planOfBook(sql, key),
    styleOfBook(sql, key),
    characterRoster.ofBook(sql, key, characterRoster.columns.all),
    chaptersOfBook(sql, key),
    waiversOfChapter(sql, key),
    lintFactsOf(sql, key),
  ]);
  const chapter = chapters?.find(({ id }) => id === key.chapterId);
  if (!book || !plan || !style || !cast || !chapters || !chapter) return undefined;
  const previous = chapters.find(({ order }) => order === chapter.order - 1);
  const ids = [chapter.id, ...(previous ? [previous.id] : [])];
  const texts = new Map((await textsOf(sql, key.accountId, ids)).map(({ chapterId, content }) => [chapterId, content]));
  const content = texts.get(chapter.id) ?? '';
  const previousContent = texts.get(previous?.id ?? '') ?? '';
  const { lintId, formerLintIds = [], orderedWords: words = null, orderedFrom } = facts ?? {};
  const given = { lintId, formerLintIds, ordered: words === null ? undefined : { words, from: orderedFrom ?? 0 } };
  return {
    input: inputOf({
      language: book.language,
      plan,
      style,
      cast: placed(cast, chapters),
      chapters,
      chapter,
      content,
      previousContent,
      ...given,
    }),
    identity: [
      chapter.id,
      book.language,
      plan.version,
      style.version,
      [...cast, ...chapters].map(stateOf),
      content,
      previousContent,
      lintId,
      formerLintIds,
      given.ordered,
    ],
    version: chapter.version,
    waivers,
  };
}

/**
 * Waives a finding of the present text and answers it. `missing`: the finding or chapter does not exist; `full`: the
 * chapter is at its limit.
 */
export async function waiveFinding(
  sql: Sql,
  work: WorkPool,
  key: ChapterKey,
  waiver: NewWaiver,
): Promise<JudgedFinding | { missing: 'chapter' | 'finding' } | 'full'> {
  // Only the existence of the finding matters, so no snapshot is needed.
  const material = await materialOf(sql, key);
  if (!material) return { missing: 'chapter' };
  const { findings } = await reportOn(material, work, key);
  const finding = findings.find(({ id }) => id === waiver.findingId);
  if (!finding) return { missing: 'finding' };
  const made = await putWaiver(sql, key, waiver);
  return made ? { ...finding, waiver: made } : 'full';
}
