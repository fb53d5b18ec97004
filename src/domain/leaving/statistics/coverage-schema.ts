import { builder } from '../../../graphql/builder.ts';
import { Character } from '../../story/character/schema.ts';
import type * as characters from '../../story/character/store.ts';
import { Conflict } from '../../story/conflict/schema.ts';
import type * as conflicts from '../../story/conflict/store.ts';
import type { Chapter as ChapterRow } from '../../text/chapter/store.ts';
import type * as beats from './beats.ts';
import type { Lengths, Viewpoint } from './shares.ts';
import type * as stage from './stage.ts';

export const ChapterLengths = builder.objectRef<Lengths<ChapterRow>>('ChapterLengths').implement({
  description: 'Number of chapters by state, and the lengths of those with text.',
  fields: (t) => ({
    empty: t.exposeInt('empty', { description: 'Chapters without text.' }),
    generating: t.exposeInt('generating', { description: 'Chapters that a write is adding to.' }),
    partial: t.exposeInt('partial', { description: 'Chapters whose write stopped before its end.' }),
    complete: t.exposeInt('complete', { description: 'Chapters that are complete or set by hand.' }),
    meanWords: t.exposeFloat('meanWords', {
      nullable: true,
      description: 'Mean length of chapters with text, words; null without any.',
    }),
    shortestOrder: t.int({
      nullable: true,
      description: 'Position of the shortest chapter, the first of several; null without text.',
      resolve: ({ shortest }) => shortest?.order ?? null,
    }),
    shortestWords: t.int({
      nullable: true,
      description: 'Words of the shortest chapter; null without text.',
      resolve: ({ shortest }) => shortest?.wordCount ?? null,
    }),
    longestOrder: t.int({
      nullable: true,
      description: 'Position of the longest chapter, the first of several; null without text.',
      resolve: ({ longest }) => longest?.order ?? null,
    }),
    longestWords: t.int({
      nullable: true,
      description: 'Words of the longest chapter; null without text.',
      resolve: ({ longest }) => longest?.wordCount ?? null,
    }),
    readingTimeSec: t.exposeInt('readingTimeSec', {
      description: 'Reading time of the book in seconds, at 238 words a minute.',
    }),
  }),
});

export const ViewpointShare = builder.objectRef<Viewpoint<characters.Character>>('ViewpointShare').implement({
  description: 'Share of the book with one viewpoint character.',
  fields: (t) => ({
    character: t.expose('character', {
      type: Character,
      nullable: true,
      description: 'The viewpoint character; null for chapters that leave it to the plan.',
    }),
    chapters: t.exposeInt('chapters', { description: 'Number of chapters, written or not.' }),
    words: t.exposeInt('words', { description: 'Words of those chapters.' }),
    chapterShare: t.exposeFloat('chapterShare', { description: 'Share of all chapters, 0–1.' }),
    wordShare: t.exposeFloat('wordShare', { description: 'Share of all words, 0–1.' }),
  }),
});

export const BeatCoverage = builder.objectRef<beats.BeatCoverage>('BeatCoverage').implement({
  description: 'A beat of the plan’s beat sheet and the chapters that name it among their `beatKeys`.',
  fields: (t) => ({
    key: t.string({ description: 'Its key in the sheet.', resolve: ({ beat }) => beat.key }),
    label: t.string({ description: 'What writers call it.', resolve: ({ beat }) => beat.label }),
    start: t.float({
      description: 'Where it should begin, a fraction of the book.',
      resolve: ({ beat }) => beat.start,
    }),
    end: t.float({
      description: 'Where it should end, a fraction of the book; equal to `start` for a point.',
      resolve: ({ beat }) => beat.end,
    }),
    orders: t.exposeIntList('orders', {
      complexity: 1,
      description: 'Positions of the chapters that name it; empty if none does.',
    }),
    isWritten: t.exposeBoolean('isWritten', { description: 'Whether at least one of them has words.' }),
    distance: t.exposeFloat('distance', {
      nullable: true,
      description:
        'Distance from its place to the nearest of these chapters, as a fraction of the book, with all chapters counted as equally long. 0 if they touch; null if no chapter names it.',
    }),
    isInPlace: t.exposeBoolean('isInPlace', { description: 'Whether `distance` is at most 0.05.' }),
    wordsFrom: t.exposeFloat('wordsFrom', {
      nullable: true,
      description:
        'Where the first of these chapters with text begins, as a fraction of the words of the book; null if none has text.',
    }),
    wordsTo: t.exposeFloat('wordsTo', {
      nullable: true,
      description:
        'Where the last of these chapters with text ends, as a fraction of the words of the book; null if none has text.',
    }),
  }),
});

export const ConflictCoverage = builder
  .objectRef<stage.ConflictCoverage<conflicts.Conflict>>('ConflictCoverage')
  .implement({
    description: 'The chapters in which both characters of a conflict take part.',
    fields: (t) => ({
      conflict: t.expose('conflict', {
        type: Conflict,
        description: 'The conflict that is counted here.',
      }),
      chapters: t.exposeInt('chapters', { description: 'Number of chapters with both; 0 if there is none.' }),
      firstOrder: t.exposeInt('firstOrder', {
        nullable: true,
        description: 'Position of the first of them; null without any.',
      }),
      lastOrder: t.exposeInt('lastOrder', {
        nullable: true,
        description: 'Position of the last of them; null without any.',
      }),
    }),
  });

export const CharacterPresence = builder
  .objectRef<stage.Presence<characters.Character>>('CharacterPresence')
  .implement({
    description: 'The chapters in which a character takes part.',
    fields: (t) => ({
      character: t.expose('character', {
        type: Character,
        description: 'The character that is counted here.',
      }),
      chapters: t.exposeInt('chapters', { description: 'Number of chapters.' }),
      share: t.exposeFloat('share', { description: 'Share of all chapters, 0–1.' }),
      firstOrder: t.exposeInt('firstOrder', {
        nullable: true,
        description: 'Position of the first of them; null without any.',
      }),
      lastOrder: t.exposeInt('lastOrder', {
        nullable: true,
        description: 'Position of the last of them; null without any.',
      }),
      longestAbsence: t.exposeInt('longestAbsence', {
        description: 'Largest number of chapters between two consecutive ones with the character.',
      }),
    }),
  });
