import { z } from 'zod';
import { noId } from '../../../../ids/id.ts';
import { arcChapters } from '../../../calls/prompt/arc.ts';
import { newArc } from '../../../making/arc/rules.ts';
import { severities } from '../../../making/outline/finding.ts';
import { bands, dimensionKeys } from '../../../making/outline/rubric.ts';
import { chapterCountMax, variantsMax, variantsRequest } from '../../../making/outline/rules.ts';
import { newRecap, recapOrigins } from '../../../making/recap/rules.ts';
import { inputKinds, line, text } from '../../../shapes.ts';
import { newBook } from '../../../story/book/rules.ts';
import { planPatch } from '../../../story/plan/rules.ts';
import { stylePatch } from '../../../story/style/rules.ts';
import { chaptersMax, newChapter, origins, storedBeatKeys } from '../../../text/chapter/rules.ts';
import { newWaiver, waiversMax } from '../../../text/lint/rules.ts';
import { documentFormat, documentVersion } from '../rules.ts';
import { reviewShapes } from './review.ts';
import { rosterShapes } from './roster.ts';

/**
 * A book as a JSON document: the shape of exports, against which imports are validated. Ids are local to the document;
 * limits are those of the records.
 */
const key = line(60).describe('An id of this document: any text of 1–60 characters, unlike the others of its kind.');
const moment = z.iso
  .datetime()
  // The database has no year 0 (ours).
  .refine((written) => written >= '1000', 'must be a moment from the year 1000 on.')
  .transform((written) => new Date(written));
const recordVersion = z.int().min(1).max(2_147_483_647);
const model = text(200);

const source = z.strictObject({
  input: z.enum(inputKinds),
  id: key,
  name: text(200),
  version: recordVersion,
  prints: z.string().regex(/^[\w-]{0,200}$/, 'must be the prints of an export.'),
});

const written = z.strictObject({
  content: newChapter.shape.content.unwrap().min(1),
  status: z.enum(['partial', 'complete']).default('complete'),
  origin: z.enum(origins).default('import'),
  model: model.nullable().default(null),
  builtFrom: z.array(source).max(10_000).nullable().default(null),
  createdAt: moment.optional(),
});

export const formerText = written.extend({ replacedAt: moment.optional() });

const recap = z
  .strictObject({
    events: newRecap.shape.events.optional(),
    /** Name of `events` in exports of earlier releases. */
    text: newRecap.shape.events.optional(),
    state: newRecap.shape.state,
    origin: z.enum(recapOrigins).default('model'),
    model: model.nullable().default(null),
    isStale: z.boolean().default(false),
    createdAt: moment.optional(),
    updatedAt: moment.optional(),
  })
  .refine(({ events, text }) => (events ?? text) !== undefined, { path: ['events'], error: 'must be given.' });

const arc = z.strictObject({
  ...newArc.shape,
  madeFrom: z
    .array(z.strictObject({ id: key, isChanged: z.boolean().default(false) }))
    .min(1)
    .max(arcChapters)
    .describe('Its chapters, and whether the recap of each has changed since.'),
  origin: z.enum(recapOrigins).default('model'),
  model: model.nullable().default(null),
  createdAt: moment.optional(),
  updatedAt: moment.optional(),
});

const waiver = z.strictObject({
  ...newWaiver.shape,
  findingId: newWaiver.shape.findingId.refine((id) => id !== noId, 'must be the id of a finding, `fnd_…`.'),
  createdAt: moment.optional(),
  chapterId: key.optional().describe('The former chapter of the finding, if that was merged into this one.'),
});

const lint = z.strictObject({
  chapterId: key.describe('The chapter by whose id the findings are told apart.'),
  waivers: z.array(waiver).max(waiversMax),
});

const { title, summary, notes, targetWords, person, tense } = newChapter.shape;
const outlined = {
  title: title.unwrap(),
  summary: summary.unwrap().default(''),
  povCharacterId: key.nullable().default(null),
  // Accepts exports of earlier releases.
  beatKeys: storedBeatKeys.default([]),
  participantIds: z.array(key).max(500).default([]),
};

export const chapter = z.strictObject({
  id: key,
  ...outlined,
  title,
  mentionedIds: z.array(key).max(500).default([]),
  notes: notes.unwrap().default(''),
  targetWords: targetWords.unwrap().default(null),
  person: person.unwrap().default(null),
  tense: tense.unwrap().default(null),
  text: written.nullable().default(null).describe('The present text; null for none.'),
  revisions: z.array(formerText).default([]).describe('Former texts, first replaced first.'),
  recap: recap.nullable().default(null),
  arc: arc.nullable().default(null).describe('The recap of the chapters that end with this one; null for none.'),
  lint: lint.nullable().default(null),
});

/** More than anybody archives; each is a record (ours). */
export const archivedMax = 10_000;

export const archivedChapter = chapter.extend({
  order: z.int().min(1).max(10_000).describe('The place to which it is restored.'),
  archivedAt: moment,
});

const percent = z.int().min(0).max(100).nullable().default(null);
const score = z.number().min(0).max(100);
const finding = z.strictObject({
  code: line(100),
  severity: z.enum(severities),
  dimension: z.enum(dimensionKeys),
  chapters: z.array(z.int().min(0).max(10_000)).max(chaptersMax),
  evidence: text(4000),
  fix: text(4000),
});
const findings = z.array(finding).max(1000);
const grade = z.strictObject({
  score,
  band: z.enum(bands.map(({ band }) => band)),
  isComplete: z.boolean(),
  knownWeight: score,
  dimensions: z
    .array(
      z.strictObject({
        key: z.enum(dimensionKeys),
        label: text(200),
        weight: score,
        score: score.nullable(),
        foundScore: score.nullable(),
        judgedScore: score.nullable(),
        findings,
      }),
    )
    .max(dimensionKeys.length),
  findings,
});

const variant = z.strictObject({
  title: newBook.shape.title.unwrap().nullable().default(null),
  genre: planPatch.shape.genre.unwrap().default(null),
  genreConfidence: percent,
  audience: planPatch.shape.audience.unwrap().default(null),
  audienceConfidence: percent,
  chapters: z.array(z.strictObject(outlined)).min(1).max(chapterCountMax),
  instructions: variantsRequest.shape.instructions.unwrap().nullable().default(null),
  model,
  planVersion: recordVersion.default(1),
  grade: grade.nullable().default(null),
  adoptedAt: moment.nullable().default(null),
  createdAt: moment.optional(),
});

export const bookDocument = z.strictObject({
  format: z.literal(documentFormat),
  version: z.literal(documentVersion),
  book: newBook,
  // Genre and audience belong to the book.
  plan: planPatch.omit({ genre: true, audience: true }).default({}),
  style: stylePatch.default({}),
  // Without an index signature, so that other members keep their types. `listed` reads these.
  ...(rosterShapes(key) as object),
  outlineVariants: z.array(variant).max(variantsMax).default([]),
  chapters: z.array(chapter).max(chaptersMax).default([]),
  archivedChapters: z.array(archivedChapter).max(archivedMax).default([]),
  ...reviewShapes(key, moment),
});
export type BookDocument = z.output<typeof bookDocument>;
export type Chapter = BookDocument['chapters'][number];
export type ArchivedChapter = BookDocument['archivedChapters'][number];
export type Written = z.output<typeof written>;
