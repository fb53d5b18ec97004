import type { z } from 'zod';
import type { bookDocument } from '../../src/domain/leaving/port/formats/document.ts';
import { rosters } from '../../src/domain/leaving/port/formats/roster.ts';
import { recapOrigins } from '../../src/domain/making/recap/rules.ts';
import { isInvisible } from '../../src/domain/shapes.ts';
import { lifeStatuses } from '../../src/domain/story/character/rules.ts';
import { conflictKinds, conflictStatuses } from '../../src/domain/story/conflict/rules.ts';
import { moodKinds } from '../../src/domain/story/mood/rules.ts';
import { persons } from '../../src/domain/story/plan/rules.ts';
import { noteKinds } from '../../src/domain/text/note/rules.ts';
import { inputSchema } from '../../src/faces/schemas.ts';
import { withLineEnds } from '../../src/prose/line-ends.ts';
import type { Roster } from '../../src/record.ts';
import { near } from '../property/values.ts';
import type { Json } from './faces.ts';
import fc, { codePoint } from './fast-check.ts';

/** A document of a book as a client sends it. */
export type BookDocumentInput = z.input<typeof bookDocument>;

/** Any text that is stored as it is sent: one line or several, in any script. */
const text = (maxLength: number) =>
  fc
    .oneof(
      fc.string({ unit: 'grapheme', maxLength }),
      fc.string({ unit: codePoint, maxLength }),
      fc
        .array(fc.constantFrom('a', ' ', '\n', '# ', '\\', '`', '---\n', '\u2028', '\ufeff', '👩‍🚀', 'ب', '漢'), {
          maxLength,
        })
        .map((parts) => parts.join('')),
    )
    .map((value) => withLineEnds(value.toWellFormed().replaceAll('\0', '')));
const line = (maxLength: number) => text(maxLength).map((value) => (isInvisible(value) ? 'Nobody' : value.trim()));
const orNull = (of: fc.Arbitrary<string>) =>
  fc.option(
    of.map((value) => (isInvisible(value) ? null : value.trim())),
    { nil: null },
  );
const moment = fc.integer({ min: Date.UTC(2001, 0), max: Date.UTC(2035, 0) }).map((ms) => new Date(ms).toISOString());
const percent = fc.option(fc.integer({ min: 0, max: 100 }), { nil: null });
export const prose = text(60).filter((value) => value !== '');
const model = fc.constantFrom('a-model', 'other/model:1');

const sources = (people: readonly string[]) =>
  fc.uniqueArray(
    fc
      .tuple(
        fc.oneof(
          fc.record({ input: fc.constant('character' as const), id: fc.constantFrom(...people, 'somebody gone') }),
          fc.record({ input: fc.constant('mood' as const), id: fc.constantFrom('mood 0', 'a mood gone') }),
          fc.record({ input: fc.constant('outline' as const), id: fc.constantFrom('chapter 0', 'a chapter gone') }),
        ),
        fc.record({
          name: line(20),
          version: fc.integer({ min: 1, max: 99 }),
          prints: fc.stringMatching(/^[\w-]{40}$/),
        }),
      )
      .map(([source, details]) => ({ ...source, ...details })),
    { maxLength: 3, selector: ({ input, id }) => `${input} ${id}` },
  );

const written = (people: readonly string[]) => ({
  content: prose,
  status: fc.constantFrom('partial' as const, 'complete' as const),
  origin: fc.constantFrom(
    'human' as const,
    'write' as const,
    'rewrite' as const,
    'restore' as const,
    'import' as const,
  ),
  model: fc.option(model, { nil: null }),
  builtFrom: fc.option(sources(people), { nil: null }),
  createdAt: moment,
});

const outlined = (people: readonly string[]) => ({
  title: line(30),
  summary: text(40),
  povCharacterId: fc.option(fc.constantFrom(...people), { nil: null }),
  beatKeys: fc.array(line(20), { maxLength: 3 }),
  participantIds: fc.uniqueArray(fc.constantFrom(...people), { maxLength: people.length }),
});

const chapter = (people: readonly string[], id: string) =>
  fc.record({
    id: fc.constant(id),
    ...outlined(people),
    mentionedIds: fc.uniqueArray(fc.constantFrom(...people), { maxLength: people.length }),
    notes: text(40),
    targetWords: fc.constantFrom(null, 50, 3_000),
    person: fc.constantFrom(...persons, null),
    tense: fc.constantFrom('past', 'present', null),
    text: fc.option(fc.record(written(people)), { nil: null }),
    revisions: fc
      .uniqueArray(fc.record({ ...written(people), replacedAt: moment }), {
        maxLength: 3,
        selector: ({ replacedAt }) => replacedAt,
      })
      .map((all) => all.toSorted((one, other) => (one.replacedAt < other.replacedAt ? -1 : 1))),
    lint: fc.constant(null),
  });

const finding = fc.record({
  code: fc.constant('summary_missing'),
  severity: fc.constantFrom('error' as const, 'warning' as const, 'note' as const),
  dimension: fc.constantFrom('beats' as const, 'pacing' as const),
  chapters: fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 3 }),
  evidence: text(20),
  fix: text(20),
});
const grade = fc.record({
  score: fc.integer({ min: 0, max: 100 }),
  band: fc.constantFrom('strong' as const, 'workable' as const, 'revise' as const, 'rethink' as const),
  isComplete: fc.boolean(),
  knownWeight: fc.constantFrom(39, 100, 48.75),
  dimensions: fc.array(
    fc.record({
      key: fc.constantFrom('beats' as const, 'pacing' as const),
      label: line(20),
      weight: fc.constantFrom(15, 18.75),
      score: percent,
      foundScore: percent,
      judgedScore: percent,
      findings: fc.array(finding, { maxLength: 2 }),
    }),
    { maxLength: 2 },
  ),
  findings: fc.array(finding, { maxLength: 2 }),
});

const place = fc.integer({ min: 0, max: 30 });
const words = { exact: prose, prefix: text(10), suffix: text(10) };
/** Where a decided anchor was. */
const settled = fc
  .record({ ...words, start: place, end: place, state: fc.constantFrom('ok' as const, 'stale' as const) })
  .map((one) => ({ ...one, end: Math.max(one.start, one.end) }));
/** One whose words are gone, in any text. */
const orphaned = fc.record({
  ...words,
  start: fc.constant(0),
  end: fc.constant(0),
  state: fc.constant('orphaned' as const),
});
const timed = {
  authorKind: fc.constantFrom('person' as const, 'agent' as const),
  createdAt: moment,
  updatedAt: moment,
};

/** One of these ids. Without any, nothing takes it. */
const anyOf = (ids: readonly string[]) => fc.constantFrom(...(ids.length > 0 ? ids : ['none']));

function proposalsOf(chapters: readonly string[]) {
  const change = {
    chapterId: anyOf(chapters),
    replacement: text(20),
    alternatives: fc.array(text(10), { maxLength: 3 }),
    reason: text(20),
    decisionReason: fc.option(text(10), { nil: null }),
    ...timed,
  };
  const decided = fc.record({
    ...change,
    anchor: settled,
    state: fc.constantFrom('accepted' as const, 'declined' as const, 'withdrawn' as const),
    choice: fc.constantFrom(null, 0, 3),
    decidedAt: moment,
  });
  const pending = fc.record({
    ...change,
    anchor: orphaned,
    state: fc.constant('stale' as const),
    choice: fc.constant(null),
    decidedAt: fc.constant(null),
  });
  return fc
    .tuple(text(20), fc.array(fc.oneof(decided, pending), { maxLength: chapters.length > 0 ? 3 : 0 }))
    .map(([title, all]) => all.map((one) => ({ ...one, setId: 'set 0', title })));
}

/** Notes before their replies. */
function notesOf(chapters: readonly string[]) {
  const note = {
    kind: fc.constantFrom(...noteKinds),
    body: prose,
    resolvedAt: fc.option(moment, { nil: null }),
    ...timed,
  };
  const onBook = fc.record({ ...note, chapterId: fc.constant(null), anchor: fc.constant(null) });
  const onChapter = fc.record({
    ...note,
    chapterId: anyOf(chapters),
    anchor: fc.option(orphaned, { nil: null }),
  });
  return fc
    .tuple(
      fc.array(chapters.length > 0 ? fc.oneof(onBook, onChapter) : onBook, { maxLength: 3 }),
      fc.array(onBook, { maxLength: 2 }),
    )
    .map(([notes, replies]) => [
      ...notes.map((one, index) => ({ id: `note ${index}`, parentId: null, ...one })),
      ...(notes.length > 0 ? replies : []).map((one, index) => ({ id: `reply ${index}`, parentId: 'note 0', ...one })),
    ]);
}

/** Rosters without an arbitrary of their own below. */
const otherRosters = rosters.filter(
  ({ export: { member } }) => !['characters', 'conflicts', 'moodReferences'].includes(member),
);

/** Valid records of the other rosters, from the shapes of their declarations. References name characters. */
function othersOf(people: readonly string[]): Record<string, fc.Arbitrary<unknown>> {
  const recordsOf = ({ export: { member, shape, references = {} } }: Roster) =>
    fc
      .array(
        fc
          .tuple(
            near(inputSchema(shape)).filter((value) => shape.safeParse(value).success),
            fc.record(Object.fromEntries(Object.keys(references).map((name) => [name, fc.constantFrom(...people)]))),
          )
          .map(([value, named]) => ({ ...shape.parse(value), ...named })),
        { maxLength: 3 },
      )
      .map((all) => all.map((one, index) => ({ id: `${member} ${index}`, ...one })));
  return Object.fromEntries(otherRosters.map((roster) => [roster.export.member, recordsOf(roster)]));
}

/** Valid documents with every member that an export has, in the form of an export. */
export const bookDocuments: fc.Arbitrary<BookDocumentInput> = fc
  .tuple(fc.integer({ min: 2, max: 4 }), fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 2 }))
  .chain(([castSize, chapterCount, archivedCount]) => {
    const people = Array.from({ length: castSize }, (_, index) => `person ${index}`);
    const clause = orNull(text(30));
    const of = (name: string, count: number) => Array.from({ length: count }, (_, index) => `${name} ${index}`);
    const since = fc.constantFrom(null, ...of('chapter', chapterCount), ...of('archived', archivedCount));
    return fc.record({
      format: fc.constant('fabula-book' as const),
      version: fc.constant(1 as const),
      book: fc.record({
        title: line(40),
        subtitle: clause,
        premise: text(30).map((value) => `A storm at sea. ${value}`.trim()),
        author: line(20),
        description: clause,
        language: fc.constantFrom('en', 'de', 'pt-BR', 'zh-Hant', 'ar'),
        genre: clause,
        audience: clause,
        toneStyle: clause,
        modelTier: fc.constantFrom('draft' as const, 'standard' as const, 'editorial' as const),
        coverColor: fc.constantFrom(null, '#a0b1c2'),
        targetWords: fc.constantFrom(null, 1000, 80_000),
      }),
      plan: fc.record({
        themeStatement: clause,
        readerPromise: clause,
        compAuthors: clause,
        beatSheetTemplate: fc.constantFrom(null, 'three-act' as const),
        povLock: clause,
        tenseLock: clause,
        povDepth: percent,
        genreConfidence: percent,
        audienceConfidence: percent,
        autoDetectedGenre: fc.boolean(),
        researchCitations: fc.array(fc.record({ title: line(20), url: fc.constant('https://example.org/a') }), {
          maxLength: 2,
        }),
      }),
      characters: fc.tuple(
        ...people.map((id) =>
          fc.record({
            id: fc.constant(id),
            name: line(20),
            aliases: fc.array(line(10), { maxLength: 2 }),
            role: text(20),
            bio: text(30),
            voiceProfile: text(30),
            want: clause,
            fear: clause,
            lie: clause,
            isPov: fc.boolean(),
            status: fc.array(fc.record({ is: fc.constantFrom(...lifeStatuses), fromChapterId: since }), {
              maxLength: 2,
            }),
            datedAliases: fc.array(fc.record({ text: line(10), fromChapterId: since }), { maxLength: 2 }),
          }),
        ),
      ),
      conflicts: fc
        .uniqueArray(
          fc.record({
            fromCharacterId: fc.constant('person 0'),
            toCharacterId: fc.constant('person 1'),
            mutual: fc.boolean(),
            kind: fc.constantFrom(...conflictKinds),
            description: line(30),
            stakes: clause,
            connection: clause,
            intensity: fc.integer({ min: 1, max: 5 }),
            status: fc.constantFrom(...conflictStatuses),
          }),
          { maxLength: 4, selector: ({ kind }) => kind },
        )
        .map((all) => all.map((one, index) => ({ id: `conflict ${index}`, ...one }))),
      style: fc.record({
        styleGuide: clause,
        styleSample: clause,
        avoid: fc.array(line(20), { maxLength: 3 }),
        personLock: fc.constantFrom(...persons, null),
        prosePatterns: fc.boolean(),
      }),
      moodReferences: fc
        .array(
          fc.record({
            kind: fc.constantFrom(...moodKinds),
            title: line(20),
            url: fc.constantFrom(null, 'https://example.org/rain'),
            note: text(20),
          }),
          { maxLength: 3 },
        )
        .map((all) => all.map((one, index) => ({ id: `mood ${index}`, ...one }))),
      // Without an index signature, so that other members keep their types.
      ...(othersOf(people) as object),
      outlineVariants: fc.array(
        fc.record({
          title: fc.option(line(20), { nil: null }),
          genre: clause,
          genreConfidence: percent,
          audience: clause,
          audienceConfidence: percent,
          chapters: fc.array(fc.record(outlined(people)), { minLength: 1, maxLength: 2 }),
          instructions: fc.option(text(20), { nil: null }),
          model,
          planVersion: fc.integer({ min: 1, max: 9 }),
          grade: fc.option(grade, { nil: null }),
          adoptedAt: fc.option(moment, { nil: null }),
          createdAt: moment,
        }),
        { maxLength: 2 },
      ),
      proposals: proposalsOf([...of('chapter', chapterCount), ...of('archived', archivedCount)]),
      notes: notesOf([...of('chapter', chapterCount), ...of('archived', archivedCount)]),
      chapters: fc.tuple(
        ...of('chapter', chapterCount).map((id) =>
          withRecaps(chapter(people, id), [...of('chapter', chapterCount), ...of('archived', archivedCount)]),
        ),
      ),
      archivedChapters: fc
        .tuple(
          ...of('archived', archivedCount).map((id) =>
            fc
              .tuple(
                withRecaps(chapter(people, id), [...of('chapter', chapterCount), ...of('archived', archivedCount)]),
                fc.integer({ min: 1, max: 9 }),
                moment,
              )
              .map(([one, order, archivedAt]) => ({ ...one, order, archivedAt })),
          ),
        )
        .filter((all) => new Set(all.map(({ archivedAt }) => archivedAt)).size === all.length)
        .map((all) => all.toSorted((one, other) => (one.archivedAt < other.archivedAt ? -1 : 1))),
    });
  });

/** Adds a recap and an arc, or none. The recap of a chapter without text is always stale. */
function withRecaps<Of extends { text: object | null }>(chapters: fc.Arbitrary<Of>, all: readonly string[]) {
  const told = {
    events: line(30),
    state: text(30),
    origin: fc.constantFrom(...recapOrigins),
    model: fc.option(model, { nil: null }),
    createdAt: moment,
    updatedAt: moment,
  };
  const recap = fc.option(fc.record({ ...told, isStale: fc.boolean() }), { nil: null });
  const madeFrom = fc
    .tuple(fc.subarray(all.slice(0, 10), { minLength: 1 }), fc.boolean())
    .map(([ids, isChanged]) => ids.map((id) => ({ id, isChanged })));
  const arc = fc.option(fc.record({ ...told, madeFrom }), { nil: null });
  return fc.tuple(chapters, recap, arc).map(([one, summary, arc]) => ({
    ...one,
    recap: summary && { ...summary, isStale: summary.isStale || !one.text },
    arc,
  }));
}

/** Members of a document that have one id of it. */
const idMembers = new Set([
  ...['id', 'povCharacterId', 'chapterId', 'parentId', 'setId'],
  ...rosters.flatMap(({ export: { references = {}, entries = {} } }) =>
    [references, ...Object.values(entries)].flatMap((one) => Object.keys(one)),
  ),
]);

/** Replaces each id by its position, so that two documents can be compared. */
export function withoutIds(document: Json): Json {
  const names = new Map<string, string>();
  const members = [...rosters.map(({ export: { member } }) => member), 'notes', 'chapters', 'archivedChapters'];
  for (const { id } of members.flatMap((member) => document[member])) names.set(id, `id ${names.size}`);
  for (const { setId } of document.proposals) names.set(setId, 'the set');
  const nameOf = (id: string) => names.get(id) ?? 'gone';
  return JSON.parse(JSON.stringify(document), (key, value) => {
    if (typeof value === 'string' && idMembers.has(key)) return nameOf(value);
    if (key === 'participantIds' || key === 'mentionedIds') return value.map(nameOf);
    // The sources of a text are ordered by kind and id, and new ids change that order.
    if (key === 'builtFrom' && value)
      return value.toSorted((one: Json, other: Json) => (sortKey(one) < sortKey(other) ? -1 : 1));
    return value;
  });
}

function sortKey({ input, name, version, prints }: Json): string {
  return JSON.stringify([input, name, version, prints]);
}
