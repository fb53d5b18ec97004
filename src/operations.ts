import { runOperations } from './domain/calls/run/operations.ts';
import { usageOperations } from './domain/calls/usage/operations.ts';
import { analyticsOperations } from './domain/leaving/analytics/operations.ts';
import { eventOperations } from './domain/leaving/event/operations.ts';
import { instanceOperations } from './domain/leaving/instance/operations.ts';
import { pictureOperations } from './domain/leaving/picture/operations.ts';
import { portOperations } from './domain/leaving/port/operations.ts';
import { publicationOperations } from './domain/leaving/publication/operations.ts';
import { statisticsOperations } from './domain/leaving/statistics/operations.ts';
import { arcOperations } from './domain/making/arc/operations.ts';
import { coverOperations } from './domain/making/cover/operations.ts';
import { narrationOperations } from './domain/making/narration/operations.ts';
import { outlineOperations } from './domain/making/outline/operations.ts';
import { previewOperations, withPreview } from './domain/making/preview/operations.ts';
import { profileOperations } from './domain/making/profile/operations.ts';
import { readingOperations } from './domain/making/reading/operations.ts';
import { recapOperations } from './domain/making/recap/operations.ts';
import { stalenessOperations } from './domain/making/staleness/operations.ts';
import { writingOperations } from './domain/making/writing/operations.ts';
import { accountOperations } from './domain/story/account/operations.ts';
import { bookOperations } from './domain/story/book/operations.ts';
import { characterOperations } from './domain/story/character/operations.ts';
import { conflictOperations } from './domain/story/conflict/operations.ts';
import { moodOperations } from './domain/story/mood/operations.ts';
import { planOperations } from './domain/story/plan/operations.ts';
import { styleOperations } from './domain/story/style/operations.ts';
import { chapterOperations } from './domain/text/chapter/operations.ts';
import { comparisonOperations } from './domain/text/comparison/operations.ts';
import { lintOperations } from './domain/text/lint/operations.ts';
import { mergingOperations } from './domain/text/merging/operations.ts';
import { noteOperations } from './domain/text/note/operations.ts';
import { passageOperations } from './domain/text/passage/operations.ts';
import { proposalOperations } from './domain/text/proposal/operations.ts';
import { searchOperations } from './domain/text/search/operations.ts';
import { revisionOperations } from './domain/text/texts/operations.ts';
import type { Operation } from './operation.ts';

/** In the order of docs/operations.md and OpenAPI. */
const ofBooks: readonly Operation[] = [
  ...bookOperations,
  ...publicationOperations,
  ...portOperations,
  ...chapterOperations,
  ...passageOperations,
  ...mergingOperations,
  ...noteOperations,
  ...proposalOperations,
  ...revisionOperations,
  ...comparisonOperations,
  ...stalenessOperations,
  ...characterOperations,
  ...conflictOperations,
  ...planOperations,
  ...styleOperations,
  ...moodOperations,
  ...pictureOperations,
  ...searchOperations,
  ...outlineOperations,
  ...coverOperations,
  ...lintOperations,
  ...statisticsOperations,
  ...analyticsOperations,
];
const ofRuns: readonly Operation[] = [
  ...writingOperations,
  ...runOperations,
  ...recapOperations,
  ...arcOperations,
  ...profileOperations,
  ...readingOperations,
  ...narrationOperations,
  ...eventOperations,
  ...accountOperations,
  ...usageOperations,
  ...instanceOperations,
];

/** All of them, each paid one with its preview. */
export const operations: readonly Operation[] = [
  ...ofBooks,
  ...previewOperations([...ofBooks, ...ofRuns]),
  ...ofRuns,
].map(withPreview);

/** The names of the tools that agents have, those of the release before included. */
export const toolNames: ReadonlySet<string> = new Set(
  operations.flatMap(({ tool }) => (tool ? [tool.name, ...(tool.formerly ?? [])] : [])),
);
