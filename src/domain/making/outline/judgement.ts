import { z } from 'zod';
import { bounded, firstOf, type ReplyFaults, readReply } from '../../../providers/json-reply.ts';
import { clip } from '../../calls/prompt/fence.ts';
import { type Finding, quote, quoteMax, severities } from './finding.ts';
import type { GradedChapter, GradeInput } from './grade-input.ts';
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

/** Dimensions that a model has judged, by their key. */
export type JudgedParts = Readonly<Record<string, z.output<typeof judgedDimension>>>;

/** Shape of a judgement for this book without the dimensions that are done, for the prompt and the validation. */
export function judgementShape({ plan }: Pick<GradeInput, 'plan'>, done: JudgedParts = {}) {
  const judgedDimensions = rubricFor(plan.beatSheetTemplate).flatMap(({ key, judged }) =>
    judged === null || key in done ? [] : [{ key, judged }],
  );
  return z.object(
    Object.fromEntries(judgedDimensions.map(({ key, judged }) => [key, judgedDimension.describe(judged)])),
  );
}

/**
 * Parses the judgement in a reply. Findings must quote the outline: those whose evidence does not occur are dropped, and if
 * none is left the reply is faulty. Never throws.
 */
export function readJudgement(
  text: string,
  input: GradeInput,
  done: JudgedParts = {},
): { judgement: Judgement } | ReplyFaults {
  const read = readReply(text, judgementShape(input, done));
  return 'faults' in read ? read : proved({ ...done, ...read.value }, input);
}

/** The dimensions of a reply that was cut for length. */
export function partsOf(parts: object, { plan }: GradeInput): JudgedParts {
  const keys: readonly string[] = rubricFor(plan.beatSheetTemplate).map(({ key }) => key);
  const valid = Object.entries(parts).flatMap(([key, part]) => {
    const read = judgedDimension.safeParse(part);
    return keys.includes(key) && read.success ? [[key, read.data] as const] : [];
  });
  return Object.fromEntries(valid);
}

/** Checks the evidence of all findings. */
export function proved(judged: JudgedParts, input: GradeInput): { judgement: Judgement } | ReplyFaults {
  const haystacks = input.chapters.map((chapter) => ({
    chapter,
    text: folded(`${chapter.title}\n${chapter.summary}`),
  }));
  const dimensions = rubricFor(input.plan.beatSheetTemplate).flatMap(({ key }) => {
    const dimension = judged[key];
    if (dimension === undefined) return [];
    const findings = dimension.findings.slice(0, findingsMax).flatMap((finding) => proven(key, finding, haystacks));
    return [{ key, score: dimension.score, findings }];
  });
  const said = Object.entries(judged).flatMap(([key, { findings }]) =>
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
