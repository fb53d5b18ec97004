import type { AnySql, Sql } from '../../sql/connect.ts';
import { bookById } from '../book/store.ts';
import { type ChapterKey, chaptersOfBook, textsOf } from '../chapter/store.ts';
import { charactersOfBook } from '../character/store.ts';
import { planOfBook } from '../plan/store.ts';
import { type Finding, type Judgement, judge } from './judge.ts';
import type { LintInput } from './reading.ts';
import { findingsPerCodeMax, type NewWaiver } from './rules.ts';
import { lintIdOfChapter, putWaiver, type Waiver, waiversOfChapter } from './store.ts';

export interface JudgedFinding extends Finding {
  waiver: Waiver | null;
}

export interface LintReport {
  chapterId: string;
  /** The version of the chapter whose text was judged. */
  chapterVersion: number;
  language: string;
  findings: JudgedFinding[];
  skipped: Judgement['skipped'];
  /** Findings beyond those that are listed of a code. */
  omitted: number;
}

/** Judges a chapter's saved text; undefined when there is no such chapter. */
export async function lintChapter(sql: Sql, key: ChapterKey): Promise<LintReport | undefined> {
  const material = await sql.begin(async (tx) => {
    // Everything of one moment, so that places, version and waivers are of the same text.
    await tx`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`;
    return materialOf(tx, key);
  });
  return material && reportOn(material, key);
}

function reportOn({ input, version, waivers }: Material, key: ChapterKey): LintReport {
  const { findings, skipped } = judge(input);
  const reasons = new Map(waivers.map((waiver) => [waiver.findingId, waiver]));
  const judged = findings.map((finding) => ({ ...finding, waiver: reasons.get(finding.id) ?? null }));
  const listed = withinLimit(judged);
  return {
    chapterId: key.chapterId,
    chapterVersion: version,
    language: input.language,
    findings: listed,
    skipped,
    omitted: judged.length - listed.length,
  };
}

/** The first findings of each code; those that are waived are listed beside. */
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
  version: number;
  waivers: Waiver[];
}

/** A statement each, whatever the size of the book. */
async function materialOf(sql: AnySql, key: ChapterKey): Promise<Material | undefined> {
  const [book, plan, cast, chapters, waivers, lintId] = await Promise.all([
    bookById(sql, key),
    planOfBook(sql, key),
    charactersOfBook(sql, key),
    chaptersOfBook(sql, key),
    waiversOfChapter(sql, key),
    lintIdOfChapter(sql, key),
  ]);
  const chapter = chapters?.find(({ id }) => id === key.chapterId);
  if (!book || !plan || !cast || !chapters || !chapter) return undefined;
  const previous = chapters.find(({ order }) => order === chapter.order - 1);
  const ids = [chapter.id, ...(previous ? [previous.id] : [])];
  const texts = new Map((await textsOf(sql, key.accountId, ids)).map(({ chapterId, body }) => [chapterId, body]));
  const content = texts.get(chapter.id) ?? '';
  const previousContent = texts.get(previous?.id ?? '') ?? '';
  return {
    input: { language: book.language, plan, cast, chapters, chapter, content, previousContent, lintId },
    version: chapter.version,
    waivers,
  };
}

/** Waives a finding of the present text and answers it; `missing` says what there is not, `full` that the chapter takes no more waivers. */
export async function waiveFinding(
  sql: Sql,
  key: ChapterKey,
  waiver: NewWaiver,
): Promise<JudgedFinding | { missing: 'chapter' | 'finding' } | 'full'> {
  // Only whether the finding is there matters here, so the statements may be of several moments.
  const material = await materialOf(sql, key);
  if (!material) return { missing: 'chapter' };
  const finding = reportOn(material, key).findings.find(({ id }) => id === waiver.findingId);
  if (!finding) return { missing: 'finding' };
  const made = await putWaiver(sql, key, waiver);
  return made ? { ...finding, waiver: made } : 'full';
}
