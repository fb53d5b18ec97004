import { z } from 'zod';
import { clip } from '../prompt/fence.ts';
import { type Finding, quote, quoteMax, severities } from './finding.ts';
import type { GradedChapter, GradeInput } from './grade-input.ts';
import { bounded, firstOf, type ReplyFaults, readReply } from './json-reply.ts';
import { type DimensionKey, rubricFor } from './rubric.ts';

/** A model's judgement: one entry per dimension that a model judges. */
export interface Judgement {
  dimensions: { key: DimensionKey; score: number; findings: Finding[] }[];
}

// Maximum findings per dimension, and length of a finding in code points. Ours.
const findingsMax = 5;
const chaptersMax = 50;
const fixMax = 400;

// Shorter evidence occurs in any outline and proves nothing. Ours.
const evidenceMin = 4;

const judgedFinding = z.object({
  severity: z
    .enum(severities)
    .describe('error: the story breaks here; warning: it is weak here; note: it could be better.'),
  chapters: firstOf(chaptersMax, z.array(z.int())).describe(
    'Numbers of the chapters it is about; empty for the whole book.',
  ),
  evidence: z
    .string()
    .describe(
      `A passage copied from a title or summary of the outline, word for word, at most ${quoteMax} characters.`,
    ),
  fix: z.string().trim().min(1).describe(`What to change, in one or two sentences of at most ${fixMax} characters.`),
});
type JudgedFinding = z.output<typeof judgedFinding>;

const judgedDimension = z.object({
  score: z.int().min(0).max(100),
  findings: firstOf(findingsMax, z.array(judgedFinding)).describe(
    `The weightiest first, at most ${findingsMax}; empty where nothing is to be done.`,
  ),
});

/** Shape of a judgement for this book, for the prompt and the validation. */
export function judgementShape({ plan }: Pick<GradeInput, 'plan'>) {
  const judgedDimensions = rubricFor(plan.beatSheetTemplate).flatMap(({ key, judged }) =>
    judged === null ? [] : [{ key, judged }],
  );
  return z.object(
    Object.fromEntries(judgedDimensions.map(({ key, judged }) => [key, judgedDimension.describe(judged)])),
  );
}

/**
 * Parses the judgement in a reply. Findings must quote the outline: those whose evidence does not occur are dropped, and if
 * none is left the reply is faulty. Never throws.
 */
export function readJudgement(text: string, input: GradeInput): { judgement: Judgement } | ReplyFaults {
  const read = readReply(text, judgementShape(input));
  if ('faults' in read) return read;

  const haystacks = input.chapters.map((chapter) => ({
    chapter,
    text: folded(`${chapter.title}\n${chapter.summary}`),
  }));
  const dimensions = rubricFor(input.plan.beatSheetTemplate).flatMap(({ key }) => {
    const judged = read.value[key];
    if (judged === undefined) return [];
    const findings = judged.findings.slice(0, findingsMax).flatMap((finding) => proven(key, finding, haystacks));
    return [{ key, score: judged.score, findings }];
  });
  const said = Object.entries(read.value).flatMap(([key, { findings }]) =>
    findings.map(({ evidence }) => ({ key, evidence })),
  );
  const isProven = said.length === 0 || dimensions.some(({ findings }) => findings.length > 0);
  return isProven ? { judgement: { dimensions } } : { faults: bounded(said.map(unproven)) };
}

function unproven({ key, evidence }: { key: string; evidence: string }): string {
  return `${key}: ${quote(evidence)} does not stand in the outline; copy evidence from it word for word`;
}

interface Haystack {
  readonly chapter: GradedChapter;
  readonly text: string;
}

/** Locates the evidence of a finding, preferably in the chapters that it names; undefined without evidence. */
function proven(dimension: DimensionKey, finding: JudgedFinding, haystacks: readonly Haystack[]): Finding[] {
  const needle = folded(finding.evidence);
  if (needle.length < evidenceMin) return [];
  const holders = haystacks.filter(({ text }) => text.includes(needle)).map(({ chapter }) => chapter.order);
  if (holders.length === 0) return [];

  const orders = haystacks.map(({ chapter }) => chapter.order);
  const named = orders.filter((order) => finding.chapters.includes(order));
  const isWhole = finding.chapters.length === 0;
  return [
    {
      code: `${dimension}-judged`,
      severity: finding.severity,
      dimension,
      chapters: isWhole || named.some((order) => holders.includes(order)) ? named : holders,
      evidence: quote(finding.evidence.replaceAll('&lt;', '<').replace(/^["“„«]+|["”“»]+$/gu, '')),
      fix: clip(finding.fix.replaceAll('\0', '').toWellFormed(), fixMax),
    },
  ];
}

/** Quotations are compared without case, spacing, quotation marks, surrounding punctuation and ellipses. */
function folded(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .normalize('NFKC')
    .replace(/[“”„«»]/gu, '"')
    .replace(/[‘’‚]/gu, "'")
    .replace(/\s+/gu, ' ')
    .toLowerCase()
    .replace(/^[\s"'.]+|[\s"'.]+$/gu, '');
}
