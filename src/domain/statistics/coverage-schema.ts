import { builder } from '../../graphql/builder.ts';
import type { Chapter as ChapterRow } from '../chapter/store.ts';
import { Character } from '../character/schema.ts';
import type * as characters from '../character/store.ts';
import { Conflict } from '../conflict/schema.ts';
import type * as conflicts from '../conflict/store.ts';
import type * as beats from './beats.ts';
import type { Lengths, Viewpoint } from './shares.ts';
import type * as stage from './stage.ts';

export const ChapterLengths = builder.objectRef<Lengths<ChapterRow>>('ChapterLengths').implement({
  description: 'Chapters by state, and how long those are that have words.',
  fields: (t) => ({
    empty: t.exposeInt('empty', { description: 'Chapters without text.' }),
    generating: t.exposeInt('generating', { description: 'Chapters that a write is adding to.' }),
    partial: t.exposeInt('partial', { description: 'Chapters whose write stopped before its end.' }),
    complete: t.exposeInt('complete', { description: 'Chapters written to the end, or set by hand.' }),
    meanWords: t.exposeFloat('meanWords', { nullable: true, description: 'Mean length in words; null without any.' }),
    shortestOrder: t.int({
      nullable: true,
      description: 'Place of the shortest, the first of several; null without words.',
      resolve: ({ shortest }) => shortest?.order ?? null,
    }),
    shortestWords: t.int({
      nullable: true,
      description: 'Words of the shortest; null without any.',
      resolve: ({ shortest }) => shortest?.wordCount ?? null,
    }),
    longestOrder: t.int({
      nullable: true,
      description: 'Place of the longest, the first of several; null without words.',
      resolve: ({ longest }) => longest?.order ?? null,
    }),
    longestWords: t.int({
      nullable: true,
      description: 'Words of the longest; null without any.',
      resolve: ({ longest }) => longest?.wordCount ?? null,
    }),
    readingTimeSec: t.exposeInt('readingTimeSec', { description: 'Seconds to read the book, at 238 words a minute.' }),
  }),
});

export const ViewpointShare = builder.objectRef<Viewpoint<characters.Character>>('ViewpointShare').implement({
  description: 'How much of the book is told through one character.',
  fields: (t) => ({
    character: t.expose('character', {
      type: Character,
      nullable: true,
      description: 'Whose point of view it is; null for the chapters that leave it to the plan.',
    }),
    chapters: t.exposeInt('chapters', { description: 'Chapters told so, written or not.' }),
    words: t.exposeInt('words', { description: 'Words of those chapters.' }),
    chapterShare: t.exposeFloat('chapterShare', { description: 'Their part of all chapters, 0–1.' }),
    wordShare: t.exposeFloat('wordShare', { description: 'Their part of all words, 0–1.' }),
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
      description: 'Where it should end; equal to `start` for a point.',
      resolve: ({ beat }) => beat.end,
    }),
    orders: t.exposeIntList('orders', {
      complexity: 1,
      description: 'Places of the chapters that name it; none while it is not covered.',
    }),
    isWritten: t.exposeBoolean('isWritten', { description: 'Whether at least one of them has words.' }),
    distance: t.exposeFloat('distance', {
      nullable: true,
      description:
        'From its place to the nearest of them, a fraction of the book with all chapters taken as equally long; 0 where they touch, null where none names it.',
    }),
    isInPlace: t.exposeBoolean('isInPlace', { description: 'Whether that is a twentieth of the book at most.' }),
    wordsFrom: t.exposeFloat('wordsFrom', {
      nullable: true,
      description:
        'Where the first written one begins, a fraction of the words of the book; null while none has words.',
    }),
    wordsTo: t.exposeFloat('wordsTo', {
      nullable: true,
      description: 'Where the last written one ends, in the same measure.',
    }),
  }),
});

export const ConflictCoverage = builder
  .objectRef<stage.ConflictCoverage<conflicts.Conflict>>('ConflictCoverage')
  .implement({
    description: 'In which chapters both ends of a conflict take part.',
    fields: (t) => ({
      conflict: t.expose('conflict', {
        type: Conflict,
        description: 'The conflict that is counted here.',
      }),
      chapters: t.exposeInt('chapters', { description: 'How many chapters have both; 0 for one never on stage.' }),
      firstOrder: t.exposeInt('firstOrder', { nullable: true, description: 'Place of the first; null without any.' }),
      lastOrder: t.exposeInt('lastOrder', { nullable: true, description: 'Place of the last; null without any.' }),
    }),
  });

export const CharacterPresence = builder
  .objectRef<stage.Presence<characters.Character>>('CharacterPresence')
  .implement({
    description: 'In which chapters a character takes part.',
    fields: (t) => ({
      character: t.expose('character', {
        type: Character,
        description: 'Who is on stage so often.',
      }),
      chapters: t.exposeInt('chapters', { description: 'How many chapters they are in.' }),
      share: t.exposeFloat('share', { description: 'That part of all chapters, 0–1.' }),
      firstOrder: t.exposeInt('firstOrder', { nullable: true, description: 'Place of the first; null without any.' }),
      lastOrder: t.exposeInt('lastOrder', { nullable: true, description: 'Place of the last; null without any.' }),
      longestAbsence: t.exposeInt('longestAbsence', {
        description: 'Most chapters in a row without them between two that have them.',
      }),
    }),
  });
