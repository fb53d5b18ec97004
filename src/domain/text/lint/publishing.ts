import { setTimeout as after } from 'node:timers/promises';
import { ServiceError } from '../../../errors.ts';
import type { Sql } from '../../../sql/connect.ts';
import type { Job } from '../../../threads/job.ts';
import type { WorkPool } from '../../../threads/pool.ts';
import { ResultCache } from '../../../threads/result-cache.ts';
import { markedTextsOf } from '../texts/marks.ts';
import type { Finding } from './judge.ts';
import type { JudgedText, TextFindings } from './judge-texts.ts';
import { type PublishFacts, publishFactsOf } from './publish-store.ts';
import { publishFindingsMax } from './rules.ts';
import { waivedUnder } from './waived.ts';

/** An open finding that publishing warns about, and its chapter. */
export type PublishFinding = Pick<Finding, 'code' | 'severity' | 'message' | 'excerpt' | 'fix'> &
  Pick<PublishFacts, 'chapterId' | 'order' | 'title'> & { findingId: string };

export interface PublishWarnings {
  findings: PublishFinding[];
  /** Number of open findings beyond the listed ones. */
  more: number;
  chaptersUnchecked: number;
}

/** Limits of one request (ours). Chapters beyond them are unchecked; a repeated request begins with those. */
export const publishLimits = { msMax: 3_000, bytesMax: 8_000_000 };
/** Texts of one job, characters. The time limit is checked between jobs (ours). */
const jobCharacters = 200_000;
/** Weight of the cached results: some 20,000 chapters without findings (ours). */
const keptWeightMax = 4_000_000;
const weightOf = ({ findings }: TextFindings) => 200 + JSON.stringify(findings).length;

const judging: Job<readonly JudgedText[], TextFindings[]> = {
  module: new URL('./judge-texts.ts', import.meta.url),
  name: 'judgeTexts',
};
const kept = new ResultCache(keptWeightMax);

type Subject = PublishFacts & { language: string; key: string };

/** Warnings of several books of an account, by book id: from two statements, and within the limits. */
export async function publishWarningsOf(
  sql: Sql,
  work: WorkPool,
  accountId: string,
  books: readonly { id: string; language: string }[],
  limits = publishLimits,
): Promise<Map<string, PublishWarnings>> {
  const until = performance.now() + limits.msMax;
  const languages = new Map(books.map(({ id, language }) => [id, language]));
  const facts = await publishFactsOf(sql, accountId, [...languages.keys()]);
  const subjects = facts.map((one) => subjectOf(one, languages.get(one.bookId) ?? '', accountId));
  // Held here, so that results which the cache evicts meanwhile still count.
  const found = new Map(subjects.flatMap(({ key }) => entryOf(key)));
  const missing = subjects.filter(({ key }) => !found.has(key));
  for (const batch of await batchesOf(sql, accountId, missing, limits.bytesMax)) {
    const results = await judged(work, accountId, batch, until - performance.now());
    if (!results) break;
    for (const [key, result] of results) found.set(key, result);
  }
  const bySubject = Map.groupBy(subjects, ({ bookId }) => bookId);
  return new Map(books.map(({ id }) => [id, warningsOf(bySubject.get(id) ?? [], found)]));
}

function subjectOf(facts: PublishFacts, language: string, accountId: string): Subject {
  const { lintId, formerLintIds, mark, order, title, status, targetWords, orderedWords, orderedFrom } = facts;
  const read = [
    accountId,
    lintId,
    formerLintIds,
    mark,
    language,
    order,
    title,
    status,
    targetWords,
    orderedWords,
    orderedFrom,
  ];
  return { ...facts, language, key: JSON.stringify(read) };
}

function entryOf(key: string): [string, TextFindings][] {
  const entry = kept.get(key);
  // Only `judged` sets entries.
  return entry ? [[key, entry.output as TextFindings]] : [];
}

type Batch = { key: string; text: JudgedText }[];

/** The texts of the first chapters up to the size, in batches of a job each. */
async function batchesOf(sql: Sql, accountId: string, missing: readonly Subject[], bytesMax: number): Promise<Batch[]> {
  let bytes = 0;
  const wanted = missing.filter((one, at) => {
    bytes += one.bytes;
    return bytes <= bytesMax || at === 0;
  });
  if (wanted.length === 0) return [];
  const ids = wanted.map(({ chapterId }) => chapterId);
  const texts = new Map((await markedTextsOf(sql, accountId, ids)).map((text) => [text.chapterId, text]));
  const batches: Batch[] = [];
  let characters = jobCharacters;
  for (const subject of wanted) {
    const text = texts.get(subject.chapterId);
    // A text that was changed since the first statement stays unchecked.
    if (text?.mark !== subject.mark) continue;
    if (characters >= jobCharacters) {
      batches.push([]);
      characters = 0;
    }
    characters += text.body.length;
    batches.at(-1)?.push({ key: subject.key, text: judgedText(subject, text.body) });
  }
  return batches;
}

function judgedText({ chapterId, order, title, status, targetWords, ...facts }: Subject, content: string): JudgedText {
  const { language, lintId, formerLintIds, orderedWords, orderedFrom } = facts;
  const ordered = orderedWords === null ? undefined : { words: orderedWords, from: orderedFrom ?? 0 };
  return {
    language,
    content,
    lintId,
    formerLintIds,
    ordered,
    chapter: { id: chapterId, order, title, status, targetWords },
  };
}

/** Results by key; undefined if the time is over, or the pool is busy. A job that ends later still fills the cache. */
async function judged(
  work: WorkPool,
  accountId: string,
  batch: Batch,
  msMax: number,
): Promise<[string, TextFindings][] | undefined> {
  if (msMax <= 0) return undefined;
  const input = batch.map(({ text }) => text);
  const characters = input.reduce((sum, { content }) => sum + content.length, 0);
  const identity = batch.map(({ key }) => key);
  const end = new AbortController();
  try {
    const results = work.run(judging, { accountId, input, identity, characters });
    const keptResults = results.then((outputs) => keep(identity, outputs));
    return await Promise.race([keptResults, after(msMax, undefined, { signal: end.signal })]);
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'unavailable') return undefined;
    throw error;
  } finally {
    end.abort();
  }
}

/** Caches results by the keys of their texts. */
function keep(keys: readonly string[], outputs: readonly TextFindings[]): [string, TextFindings][] {
  return outputs.map((output, at) => {
    const key = keys[at] ?? '';
    kept.set(key, output, weightOf(output));
    return [key, output];
  });
}

function warningsOf(chapters: readonly Subject[], found: ReadonlyMap<string, TextFindings>): PublishWarnings {
  const warnings: PublishWarnings = { findings: [], more: 0, chaptersUnchecked: 0 };
  for (const { key, waived, chapterId, order, title } of chapters) {
    const result = found.get(key);
    if (!result) {
      warnings.chaptersUnchecked += 1;
      continue;
    }
    const under = waivedUnder(result.findings, waived);
    const open = result.findings.filter((finding) => !under.has(finding));
    const listed = open.slice(0, publishFindingsMax - warnings.findings.length);
    warnings.more += open.length - listed.length + result.omitted;
    for (const { id: findingId, code, severity, message, excerpt, fix } of listed)
      warnings.findings.push({ chapterId, order, title, findingId, code, severity, message, excerpt, fix });
  }
  return warnings;
}
