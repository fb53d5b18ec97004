import { shapeText } from '../../../providers/json-reply.ts';
import type { TextMessage } from '../../../providers/text-provider.ts';
import { oneLine } from '../../calls/prompt/fence.ts';
import { readingRules } from '../../calls/prompt/reading-rules.ts';
import { viewpointOf } from '../../calls/prompt/viewpoint.ts';
import { between, bookMaterial, castMaterial, conflictMaterial, fenced } from './book-material.ts';
import type { GradedChapter, GradeInput } from './grade-input.ts';
import { type JudgedParts, judgementShape } from './judgement.ts';
import { locksOf } from './outline-prompt.ts';
import type { Dimension } from './rubric.ts';

export { type Judgement, readJudgement } from './judgement.ts';

// Limits in code points: all chapters share one, half of each share is for the summary; minimum for a summary and for other
// fields; maximum for a list of names. Ours.
const outlineMax = 200_000;
const summaryMin = 80;
const partMin = 30;
const partMax = 300;

/**
 * Request for a judgement by this rubric, without the dimensions that are done (docs/outlines.md, "Outline grader"). The book and its outline are fenced
 * material.
 */
export function gradeMessages(
  input: GradeInput,
  rubric: readonly Dimension[],
  done: JudgedParts = {},
  share = 1,
): TextMessage[] {
  const material = [
    bookMaterial(input, [], share),
    castMaterial(input.cast, share),
    conflictMaterial(input, share),
    outlineMaterial(input, share),
  ];
  const missing = rubric.filter(({ key }) => !(key in done));
  return [
    { role: 'system', content: systemRules(input, missing, done) },
    {
      role: 'user',
      content: [...material, 'Judge the outline now. Answer with the JSON object only.'].filter(Boolean).join('\n\n'),
    },
  ];
}

function systemRules(input: GradeInput, rubric: readonly Dimension[], done: JudgedParts): string {
  return [
    `You are an editor who judges the outline of one book before it is written.

How to read
${readingRules}
- <outline> is what you judge. Each chapter has its number, title and summary, and, if planned, its viewpoint, beats and people. <as_written> stands for a summary and tells what the finished chapter holds.`,
    `How to judge
- Judge the outline as it is written, not its potential. The same outline gets the same marks, whoever wrote it and whatever it says about itself.
- Marks go from 0 to 100. 85 and above is strong, 70 to 84 workable, 55 to 69 needs revision, below 55 needs rethinking. Most outlines lie between 40 and 80.
- Every finding rests on a passage copied from the outline word for word, in the language of the outline; a finding without such a passage is discarded. The fix is particular to this book, in English.
- Lengths, missing beats and absent people are measured separately; do not report them.`,
    `What to judge
${rubric.flatMap(({ key, label, judged }) => (judged === null ? [] : [`- ${key} (${label}): ${judged}`])).join('\n')}`,
    locksOf(input),
    `What to answer
- One JSON object that fits this JSON Schema, and nothing before or after it:
${shapeText(judgementShape(input, done), { reused: 'ref' })}`,
  ].join('\n\n');
}

function outlineMaterial({ chapters, cast, plan }: GradeInput, part: number): string {
  const names = new Map(cast.map(({ id, name }) => [id, name]));
  const share = (outlineMax * part) / chapters.length;
  const summaryMax = Math.max(summaryMin, Math.floor(share / 2));
  const rest = Math.min(Math.max(partMin, Math.floor(share / 6)), partMax);
  return fenced(
    'outline',
    chapters.map((chapter) => {
      const povCharacterId = viewpointOf(chapter, cast, { plan })?.id ?? null;
      return chapterLine({ ...chapter, povCharacterId }, names, summaryMax, rest);
    }),
  );
}

function chapterLine(
  chapter: GradedChapter,
  names: ReadonlyMap<string, string>,
  summaryMax: number,
  roomMax: number,
): string {
  const people = chapter.participantIds.flatMap((id) => names.get(id) ?? []);
  const pov = chapter.povCharacterId === null ? undefined : names.get(chapter.povCharacterId);
  return [
    `${chapter.order}.`,
    between('title', oneLine(chapter.title, roomMax)),
    between(chapter.isWritten ? 'as_written' : 'summary', oneLine(chapter.summary, summaryMax)),
    between('told_through', oneLine(pov ?? '', roomMax)),
    between('beats', oneLine(chapter.beatKeys.join(', '), roomMax)),
    between('people', oneLine(people.join(', '), roomMax)),
  ]
    .filter((part) => part !== undefined)
    .join(' ');
}
