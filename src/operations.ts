import { accountOperations } from './domain/account/operations.ts';
import { analyticsOperations } from './domain/analytics/operations.ts';
import { arcOperations } from './domain/arc/operations.ts';
import { bookOperations } from './domain/book/operations.ts';
import { chapterOperations } from './domain/chapter/operations.ts';
import { characterOperations } from './domain/character/operations.ts';
import { comparisonOperations } from './domain/comparison/operations.ts';
import { conflictOperations } from './domain/conflict/operations.ts';
import { coverOperations } from './domain/cover/operations.ts';
import { eventOperations } from './domain/event/operations.ts';
import { instanceOperations } from './domain/instance/operations.ts';
import { lintOperations } from './domain/lint/operations.ts';
import { mergingOperations } from './domain/merging/operations.ts';
import { moodOperations } from './domain/mood/operations.ts';
import { narrationOperations } from './domain/narration/operations.ts';
import { noteOperations } from './domain/note/operations.ts';
import { outlineOperations } from './domain/outline/operations.ts';
import { passageOperations } from './domain/passage/operations.ts';
import { pictureOperations } from './domain/picture/operations.ts';
import { planOperations } from './domain/plan/operations.ts';
import { portOperations } from './domain/port/operations.ts';
import { previewOperations, withPreview } from './domain/preview/operations.ts';
import { profileOperations } from './domain/profile/operations.ts';
import { proposalOperations } from './domain/proposal/operations.ts';
import { publicationOperations } from './domain/publication/operations.ts';
import { readingOperations } from './domain/reading/operations.ts';
import { recapOperations } from './domain/recap/operations.ts';
import { runOperations } from './domain/run/operations.ts';
import { searchOperations } from './domain/search/operations.ts';
import { stalenessOperations } from './domain/staleness/operations.ts';
import { statisticsOperations } from './domain/statistics/operations.ts';
import { styleOperations } from './domain/style/operations.ts';
import { revisionOperations } from './domain/text/operations.ts';
import { usageOperations } from './domain/usage/operations.ts';
import { writingOperations } from './domain/writing/operations.ts';
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
