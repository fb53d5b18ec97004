import { shapeText } from '../../../providers/json-reply.ts';
import type { TextMessage } from '../../../providers/text-provider.ts';
import { headedLine, toldLine } from '../../calls/prompt/book-blocks.ts';
import { clip, tagged } from '../../calls/prompt/fence.ts';
import { depthLock, isMultiPov, languageLock, povLock, tenseLock } from '../../calls/prompt/locks.ts';
import { readingRules } from '../../calls/prompt/reading-rules.ts';
import type { BeatSheet } from '../../story/plan/beat.ts';
import { findBeatSheet } from '../../story/plan/beats.ts';
import { chaptersOfBeat } from '../../story/plan/placement.ts';
import { bookMaterial, castMaterial, conflictMaterial, fenced } from './book-material.ts';
import { suggestedChapterCount } from './chapter-count.ts';
import type { BookMaterial, OutlineInput } from './outline-input.ts';
import { type OutlineReply, outlineShape } from './outline-shape.ts';
import { chapterCountMax } from './rules.ts';

// Limit of the current outline in a prompt, code points; each chapter keeps at least its number and a word. Ours.
const presentMax = 30_000;
const presentLineMax = 200;
const presentLineMin = 20;

// Chapters of a part that is done, code points; the last three show how the next one begins. Ours.
const plannedWhole = 3;
const plannedLineMax = 800;
const plannedLineShort = 160;

/**
 * Request for an outline (docs/outlines.md, "Outliner"): rules in the system message, the book as fenced material in the
 * user message. After `planned` chapters it asks for the missing ones. `share` is the share of the material's bounds.
 */
export function outlineMessages(input: OutlineInput, planned?: OutlineReply, share = 1): TextMessage[] {
  const material = [
    bookMaterial(input, input.moods, share),
    castMaterial(input.cast, share),
    conflictMaterial(input, share),
    presentOutline(input, share),
    tagged('request', input.instructions),
    ...(planned
      ? [plannedOutline(planned), restTask(input, planned)]
      : ['Plan the book now. Answer with the JSON object only.']),
  ];
  return [
    { role: 'system', content: systemRules(input, planned) },
    { role: 'user', content: material.filter(Boolean).join('\n\n') },
  ];
}

function systemRules(input: OutlineInput, planned: OutlineReply | undefined): string {
  return [
    `You are the outliner of one book. You plan its chapters; a novelist who sees one chapter at a time will write them from your plan.

How to read
${readingRules}
- One exception: <request> holds the author's wishes for this outline. Follow them as far as these rules and the locks allow.
- <present_outline> is the plan so far, which yours replaces. Keep what is good in it unless the request says otherwise. What stands behind "(as written)" is in the text of the chapter already.`,
    `What to plan
${[countRule(input), ...storyRules(input), ...peopleRules(input), ...detectionRules(input), ...variantRule(input)].map((rule) => `- ${rule}`).join('\n')}`,
    locksOf(input),
    beatGuide(input),
    `What to answer
- One JSON object that fits this JSON Schema, and nothing before or after it:
${shapeText(outlineShape(input, planned))}`,
  ]
    .filter(Boolean)
    .join('\n\n');
}

function storyRules({ plan }: OutlineInput): string[] {
  const needsOpposition = plan.beatSheetTemplate !== 'kishotenketsu';
  return [
    `Each summary is a paragraph of 60 to 150 words that says what happens: ${needsOpposition ? 'who tries to do what, what stands against it' : 'who does and notices what'}, what is different afterwards. Name the particular thing, place or choice; state every secret, because the writer must not have to guess.`,
    `Chapters follow from each other by "therefore" or "but", never by "and then". What pays off is planted earlier, and what is planted pays off. ${needsOpposition ? 'Stakes rise and are not reset.' : 'No clash is forced: the book moves by detail, contrast and surprise.'}`,
    'The theme is tested by events and said by nobody. The promise to the reader is kept by the end, or broken on purpose.',
    'No two chapters do the same work; vary their place, pace and company.',
    'Titles and summaries are in the language of <language>.',
  ];
}

function countRule({ chapterCount, ...input }: OutlineInput): string {
  if (chapterCount !== null) return `Exactly ${chapterCount} ${chapterCount === 1 ? 'chapter' : 'chapters'}.`;
  return `About ${suggestedChapterCount(input)} chapters: the story decides, from 1 to ${chapterCountMax}.`;
}

function peopleRules({ cast, plan }: OutlineInput): string[] {
  if (cast.length === 0)
    return ['There is no cast yet: name people in the summaries, and leave pov and participants empty.'];
  const told = isMultiPov(plan)
    ? 'Each chapter is told through one character marked (viewpoint); share the chapters among them as the story needs.'
    : 'Tell chapters through a character marked (viewpoint) where there is one.';
  return [
    'Call people exactly as <cast> does. A summary may name a minor new character; pov and participants take only names from <cast>.',
    'Each main character pursues the want, meets the fear and has the false belief tested; none is absent for long. <conflicts> change when their two sides meet.',
    told,
  ];
}

function detectionRules({ book }: OutlineInput): string[] {
  const missing = [book.genre === null ? 'genre' : '', book.audience === null ? 'audience' : ''].filter(Boolean);
  if (missing.length === 0) return [];
  return [
    `Detect the ${missing.join(' and the ')} from the material and say how sure you are, from 0 (a guess) to 100.`,
  ];
}

function variantRule({ variant }: OutlineInput): string[] {
  if (variant === undefined) return [];
  return [
    `This is outline ${variant.number} of ${variant.of} that the author will compare: find a route of its own through the story, not the most obvious one.`,
  ];
}

/** Language and locks of a book, fenced. */
export function locksOf({ book, plan, cast }: Pick<BookMaterial, 'book' | 'plan' | 'cast'>): string {
  const telling = [povLock({ plan, cast }), tenseLock(plan), depthLock(plan)];
  return fenced('locks', [languageLock(book.language), ...telling]);
}

function beatGuide(input: OutlineInput): string {
  const sheet = input.plan.beatSheetTemplate === null ? undefined : findBeatSheet(input.plan.beatSheetTemplate);
  if (sheet === undefined) return '';
  const count = input.chapterCount ?? suggestedChapterCount(input);
  return `Beats of "${sheet.name}": each is a job that a chapter does for the book, never named in its text. Each has its place, counted here in ${count} chapters. Every beat is carried by a chapter, every chapter carries at least one.
${sheet.beats.map((beat) => `- ${beat.key} (${beat.label}), ${placeOf(sheet, beat.key, count)}: ${beat.intent}`).join('\n')}`;
}

function placeOf(sheet: BeatSheet, key: string, count: number): string {
  const orders = chaptersOfBeat(sheet, key, count);
  return orders.length === 1 ? `chapter ${orders[0]}` : `chapters ${orders[0]} to ${orders.at(-1)}`;
}

/** The planned chapters on one line each; the last ones with more of their summary, so that the next one follows. */
function plannedOutline({ chapters }: OutlineReply): string {
  const lines = chapters.map(({ title, summary }, index) => {
    const isLast = index >= chapters.length - plannedWhole;
    return clip(headedLine({ order: index + 1, title }, summary), isLast ? plannedLineMax : plannedLineShort);
  });
  return fenced('planned_chapters', lines);
}

function restTask({ chapterCount }: OutlineInput, { chapters }: OutlineReply): string {
  const { length: done } = chapters;
  const missing = chapterCount === null ? '' : `, ${chapterCount - done} of ${chapterCount}`;
  const none = chapterCount === null ? ' If the book is complete, the list is empty.' : '';
  return `Chapters 1 to ${done} are planned already, as <planned_chapters> shows, and stay as they are. Plan the missing ones now${missing}: begin with chapter ${done + 1} and lead the book to its end.${none} Answer with a JSON object that has these chapters alone.`;
}

function presentOutline({ chapters }: OutlineInput, share: number): string {
  const lineMax = Math.max(
    Math.min(presentLineMax, Math.floor((presentMax * share) / chapters.length)),
    presentLineMin,
  );
  return fenced(
    'present_outline',
    chapters.map((chapter) => clip(toldLine(chapter), lineMax)),
  );
}
