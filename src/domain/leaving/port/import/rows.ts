import { type IdPrefix, newId } from '../../../../ids/id.ts';
import type { ReferringMembers, Roster } from '../../../../record.ts';
import { fieldsThatCount, printLength, printOf } from '../../../making/staleness/inputs.ts';
import { type BuiltFrom, type InputKind, objectLists, type Told } from '../../../shapes.ts';
import { characterRecord } from '../../../story/character/record.ts';
import { renamedFindings } from '../../../text/lint/judge.ts';
import type { ArchivedChapter, BookDocument, Chapter, Written } from '../formats/document.ts';
import { type Exported, entriesOf, listed, prefixOf, rosters } from '../formats/roster.ts';
import type { Pace } from '../pace.ts';
import type { ArcRow, BookRows, ChapterRow, RecapRow, RosterRow, TextRow, WaiverRow } from './book-rows.ts';
import { ReviewBuilder } from './review-rows.ts';

const prefixes: Readonly<Record<InputKind, IdPrefix>> = {
  book: 'bk',
  plan: 'bk',
  style: 'bk',
  chapter: 'ch',
  outline: 'ch',
  character: 'chr',
  conflict: 'cfl',
  mood: 'mood',
};

function recapRow(
  { events, text, state, origin, model, isStale, createdAt, updatedAt }: NonNullable<Chapter['recap']>,
  chapterId: string,
  revisionId: string,
  words: number,
): RecapRow {
  // Of a stale recap the text that it was made from is gone.
  const edited = isStale ? { words: 0 } : { words };
  return {
    chapterId,
    revisionId,
    freshRevisionId: revisionId,
    ...edited,
    events: events ?? text ?? '',
    state,
    origin,
    model,
    createdAt,
    updatedAt,
  };
}

/** Title of an imported chapter without a heading. */
export const defaultChapterTitle = (place: number) => `Chapter ${place}`;

/** Rows of a new book with new ids in the order of the document, and references updated. Words are counted separately. */
export class RowBuilder {
  readonly bookId = newId('bk');
  /** New ids, by prefix and document id. */
  private readonly known = new Map<string, string>();
  private readonly people: ReadonlyMap<string, string>;
  private readonly printed: ReadonlyMap<string, string>;
  private readonly document: BookDocument;

  constructor(document: BookDocument) {
    this.document = document;
    for (const roster of rosters) {
      for (const { id } of listed(document, roster)) if (id !== undefined) this.renamed(prefixOf(roster), id);
    }
    for (const { id } of [...document.chapters, ...document.archivedChapters]) this.renamed('ch', id);
    const cast = listed(document, characterRecord).map(({ id }) => String(id));
    this.people = new Map(cast.map((id) => [id, this.renamed('chr', id)]));
    this.printed = new Map([...this.people].map(([former, now]) => [printOf(former), printOf(now)]));
  }

  async of(words: ReadonlyMap<Written, number>, pace: Pace): Promise<BookRows> {
    const { document } = this;
    const chapters = [
      ...document.chapters.map((one, index) => this.chapterRow(one, index + 1, null, words)),
      ...document.archivedChapters.map((one) => this.chapterRow(one, one.order, one.archivedAt, words)),
    ];
    const all = [...document.chapters, ...document.archivedChapters];
    return {
      book: { ...document.book, id: this.bookId },
      plan: document.plan,
      style: document.style,
      rosters: rosters.map((roster) => ({
        table: roster.table,
        rows: listed(document, roster).map((one) => this.rosterRow(roster, one)),
        json: [...objectLists(roster.export.shape).keys()],
      })),
      outlineVariants: document.outlineVariants.map((one) => ({
        ...one,
        id: newId('var'),
        chapters: one.chapters.map((chapter) => ({ ...chapter, ...this.peopleOf(chapter) })),
      })),
      chapters,
      ...(await this.textsOf(all, words, pace)),
      arcs: this.arcRows(all),
      waivers: all.flatMap((one) => this.waiversOf(one)),
      review: new ReviewBuilder(document, (prefix, id) => this.renamed(prefix, id)).of(document),
    };
  }

  /** Stable per id; records without an id are not referenced. */
  private renamed(prefix: IdPrefix, id: string | undefined): string {
    if (id === undefined) return newId(prefix);
    const name = `${prefix} ${id}`;
    const made = this.known.get(name) ?? newId(prefix);
    this.known.set(name, made);
    return made;
  }

  /** A record with new ids. */
  private rosterRow(roster: Roster, one: Exported): RosterRow {
    return { ...this.withReferences(one, roster.export), id: this.renamed(prefixOf(roster), one.id) };
  }

  /** A record, or an entry of one of its lists, that names others by their new ids. */
  private withReferences(one: Exported, { references = {}, entries = {} }: ReferringMembers): Exported {
    const renamed = Object.entries(references).flatMap(([member, prefix]) => {
      const named = one[member];
      return typeof named === 'string' ? [[member, this.renamed(prefix as IdPrefix, named)]] : [];
    });
    const lists = Object.entries(entries).map(([member, inner]) => [
      member,
      entriesOf(one, member).map((entry) => this.withReferences(entry, { references: inner })),
    ]);
    return { ...one, ...Object.fromEntries([...renamed, ...lists]) };
  }

  private peopleOf({ povCharacterId, participantIds }: Pick<Chapter, 'povCharacterId' | 'participantIds'>) {
    return {
      povCharacterId: povCharacterId === null ? null : this.renamed('chr', povCharacterId),
      participantIds: participantIds.map((id) => this.renamed('chr', id)),
    };
  }

  private chapterRow(
    one: Chapter | ArchivedChapter,
    place: number,
    archivedAt: Date | null,
    words: ReadonlyMap<Written, number>,
  ): ChapterRow {
    return {
      id: this.renamed('ch', one.id),
      rank: place,
      archivedPlace: archivedAt && place,
      title: one.title ?? defaultChapterTitle(place),
      summary: one.summary,
      notes: one.notes,
      beatKeys: one.beatKeys,
      ...this.peopleOf(one),
      mentionedIds: one.mentionedIds.map((id) => this.renamed('chr', id)),
      targetWords: one.targetWords,
      person: one.person,
      tense: one.tense,
      textStatus: one.text?.status ?? 'empty',
      wordCount: one.text ? (words.get(one.text) ?? 0) : 0,
      archivedAt,
      lintId: one.lint?.chapterId ?? null,
    };
  }

  /** The recaps of an import have the first version; no recap has the version −1, so that what had changed still has. */
  private arcRows(chapters: readonly Chapter[]): ArcRow[] {
    const withRecap = new Set(chapters.flatMap(({ id, recap }) => (recap ? [id] : [])));
    return chapters.flatMap(({ id, arc }) => {
      if (!arc) return [];
      const versionOf = (one: { id: string; isChanged: boolean }) =>
        one.isChanged ? -1 : withRecap.has(one.id) ? 1 : 0;
      const madeFrom = arc.madeFrom.map((one) => `${this.renamed('ch', one.id)} ${versionOf(one)}`);
      const { createdAt, updatedAt, ...kept } = arc;
      return [{ ...kept, chapterId: this.renamed('ch', id), madeFrom, createdAt, updatedAt }];
    });
  }

  /** Former texts before the current one, so that ids keep their order. */
  private async textsOf(chapters: readonly Chapter[], words: ReadonlyMap<Written, number>, pace: Pace) {
    const [texts, revisions, recaps]: [TextRow[], (TextRow & { replacedAt: Date | undefined })[], RecapRow[]] = [
      [],
      [],
      [],
    ];
    for (const { id, text, revisions: former, recap } of chapters) {
      const chapterId = this.renamed('ch', id);
      for (const one of former) {
        revisions.push({ ...this.textRow(chapterId, one, words), replacedAt: one.replacedAt });
        await pace.breathe();
      }
      const present = text && this.textRow(chapterId, text, words);
      if (present) texts.push(present);
      // A summary refers to its text by id; a stale one to another text than the current one.
      const revisionId = recap?.isStale === false && present ? present.id : newId('rev');
      if (recap) recaps.push(recapRow(recap, chapterId, revisionId, text ? (words.get(text) ?? 0) : 0));
      await pace.breathe();
    }
    return { texts, revisions, recaps };
  }

  private textRow(chapterId: string, written: Written, words: ReadonlyMap<Written, number>): TextRow {
    const { content, status, origin, model, createdAt } = written;
    return {
      id: newId('rev'),
      chapterId,
      body: content,
      wordCount: words.get(written) ?? 0,
      textStatus: status,
      origin,
      model,
      builtFrom: written.builtFrom && this.builtFrom(written.builtFrom),
      createdAt,
    };
  }

  private builtFrom(sources: NonNullable<Written['builtFrom']>): BuiltFrom {
    const all: Partial<Record<InputKind, Record<string, Told>>> = {};
    for (const { input, id, name, version, prints } of sources) {
      const told: Told = [name, version, this.reprinted(input, prints)];
      const renamed = prefixes[input] === 'bk' ? this.bookId : this.renamed(prefixes[input], id);
      const ofInput = all[input] ?? {};
      ofInput[renamed] = told;
      all[input] = ofInput;
    }
    return all;
  }

  /** Some relevant fields are ids: their prints are recomputed for the new ids, so that nothing becomes stale. */
  private reprinted(input: InputKind, prints: string): string {
    const fields: readonly string[] = fieldsThatCount[input];
    const known = fields.map((field, index) => {
      const print = prints.slice(index * printLength, (index + 1) * printLength);
      return field.endsWith('CharacterId') ? (this.printed.get(print) ?? print) : print;
    });
    return known.join('') + prints.slice(fields.length * printLength);
  }

  private waiversOf({ id, lint }: Chapter): WaiverRow[] {
    if (!lint) return [];
    const lintIds = new Set(lint.waivers.map(({ chapterId }) => chapterId ?? lint.chapterId));
    const findings = new Map([...lintIds].flatMap((lintId) => [...renamedFindings(lintId, this.people)]));
    const rows = lint.waivers.map(({ chapterId: lintId = null, ...waiver }): [string, WaiverRow] => {
      const findingId = findings.get(waiver.findingId) ?? waiver.findingId;
      return [findingId, { ...waiver, findingId, lintId, chapterId: this.renamed('ch', id) }];
    });
    return [...new Map(rows).values()];
  }
}
