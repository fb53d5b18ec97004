import type { z } from 'zod';
import { sourcesOf } from '../../../making/staleness/rules.ts';
import { bookPatch } from '../../../story/book/rules.ts';
import { characterRecord } from '../../../story/character/record.ts';
import { stylePatch } from '../../../story/style/rules.ts';
import type { Chapter as ChapterRecord } from '../../../text/chapter/store.ts';
import type { KeptText } from '../../../text/texts/all.ts';
import { bookDocument } from '../formats/document.ts';
import { rosters } from '../formats/roster.ts';
import { documentFormat, documentVersion } from '../rules.ts';
import type { Snapshot } from './snapshot.ts';

/** Book as a JSON document, one record per line, so that exports can be compared. */
export function* jsonLines(snapshot: Snapshot): Generator<string> {
  const write = writerOf(snapshot);
  yield `{"format": ${JSON.stringify(documentFormat)}, "version": ${documentVersion},\n`;
  yield `"book": ${JSON.stringify(membersOf(bookPatch, snapshot.book))},\n`;
  yield `"plan": ${JSON.stringify(membersOf(bookDocument.shape.plan.unwrap(), snapshot.plan))},\n`;
  yield `"style": ${JSON.stringify(membersOf(stylePatch, snapshot.style))},\n`;
  for (const { name, export: roster } of rosters) {
    const all = snapshot.rosters.get(name) ?? [];
    yield* listOf(roster.member, all, (one) => ({ id: one.id, ...membersOf(roster.shape, one) }));
  }
  yield* listOf('outlineVariants', snapshot.variants, write.variant);
  const { proposals, notes } = bookDocument.shape;
  yield* listOf('proposals', snapshot.proposals, (one) => membersOf(proposals.unwrap().element, one));
  yield* listOf('notes', snapshot.notes, (one) => membersOf(notes.unwrap().element, one));
  yield* listOf('chapters', snapshot.chapters, write.chapter);
  const archived = snapshot.archived.toSorted(firstArchivedFirst);
  yield* listOf(
    'archivedChapters',
    archived,
    (one) => ({
      ...write.chapter(one),
      order: one.order,
      archivedAt: one.archivedAt,
    }),
    '}\n',
  );
}

function firstArchivedFirst(one: ChapterRecord, other: ChapterRecord): number {
  return Number(one.archivedAt) - Number(other.archivedAt) || (one.id < other.id ? -1 : 1);
}

function* listOf<T>(name: string, records: readonly T[], shown: (record: T) => object, end = ',\n'): Generator<string> {
  yield `"${name}": [`;
  for (const [index, record] of records.entries())
    yield `${index === 0 ? '\n' : ',\n'}${JSON.stringify(shown(record))}`;
  yield `]${end}`;
}

/** Members of a record, in the order of its shape. */
function membersOf(shape: z.ZodObject, record: object): Record<string, unknown> {
  const members: Readonly<Record<string, unknown>> = { ...record };
  return Object.fromEntries(Object.keys(shape.shape).map((name) => [name, members[name]]));
}

function writerOf({ rosters, texts, recaps, arcs, waivers }: Snapshot) {
  const inCast = new Set((rosters.get(characterRecord.name) ?? []).map(({ id }) => id));
  const textsOf = Map.groupBy(texts, ({ chapterId }) => chapterId);
  const recapOf = new Map(recaps.map(({ chapterId, ...recap }) => [chapterId, recap]));
  const arcOf = new Map(arcs.map(({ chapterId, ...arc }) => [chapterId, arc]));
  const waiversOf = Map.groupBy(waivers, ({ chapterId }) => chapterId);

  /** Removed characters are omitted. */
  function outlined(one: Pick<ChapterRecord, 'title' | 'summary' | 'povCharacterId' | 'beatKeys' | 'participantIds'>) {
    return {
      title: one.title,
      summary: one.summary,
      povCharacterId: one.povCharacterId !== null && inCast.has(one.povCharacterId) ? one.povCharacterId : null,
      beatKeys: one.beatKeys,
      participantIds: one.participantIds.filter((id) => inCast.has(id)),
    };
  }

  function chapter(one: ChapterRecord) {
    const all = textsOf.get(one.id) ?? [];
    const present = all.find(({ replacedAt }) => replacedAt === null);
    const waived = waiversOf.get(one.id) ?? [];
    return {
      id: one.id,
      ...outlined(one),
      mentionedIds: one.mentionedIds.filter((id) => inCast.has(id)),
      notes: one.notes,
      targetWords: one.targetWords,
      person: one.person,
      tense: one.tense,
      text: present ? textOf(present) : null,
      revisions: all.flatMap((text) => (text.replacedAt ? [{ ...textOf(text), replacedAt: text.replacedAt }] : [])),
      recap: recapOf.get(one.id) ?? null,
      arc: arcOf.get(one.id) ?? null,
      lint: waived[0]
        ? {
            chapterId: waived[0].lintId,
            waivers: waived.map(({ findingId, reason, createdAt, formerLintId }) => ({
              findingId,
              reason,
              createdAt,
              ...(formerLintId !== null && { chapterId: formerLintId }),
            })),
          }
        : null,
    };
  }

  function variant({ id: _id, bookId: _book, runId: _run, chapters, ...one }: Snapshot['variants'][number]) {
    return { ...one, chapters: chapters.map(outlined) };
  }

  return { chapter, variant };
}

function textOf({ body, textStatus, origin, model, builtFrom, createdAt }: KeptText) {
  return {
    content: body,
    status: textStatus,
    origin,
    model,
    builtFrom:
      builtFrom &&
      sourcesOf(builtFrom).map((source) => ({ ...source, prints: builtFrom[source.input]?.[source.id]?.[2] ?? '' })),
    createdAt,
  };
}
