import { type IdPrefix, newId } from '../../../../ids/id.ts';
import { columnsFrom, type PlaceColumns } from '../../../text/anchor/places.ts';
import { Points } from '../../../text/anchor/points.ts';
import { type AnchorPlace, beginsMax } from '../../../text/anchor/rules.ts';
import type { BookDocument } from '../formats/document.ts';

type Row = Readonly<Record<string, unknown>>;
type Proposal = BookDocument['proposals'][number];
type Note = BookDocument['notes'][number];

/** Rows of proposals and notes, in the order in which they are saved. */
export interface ReviewRows {
  anchors: Row[];
  /** Places of the anchors that follow a text, one row for each chapter. */
  places: ({ chapterId: string } & PlaceColumns)[];
  sets: Row[];
  proposals: Row[];
  notes: Row[];
}

/** Proposals and notes of a document. An anchor whose words are not at its place is stale, whatever the document says. */
export class ReviewBuilder {
  readonly #texts: ReadonlyMap<string, string>;
  readonly #renamed: (prefix: IdPrefix, id: string) => string;
  readonly #points = new Map<string, Points>();
  readonly #places = new Map<string, AnchorPlace[]>();
  readonly #anchors: Row[] = [];

  constructor(document: BookDocument, renamed: (prefix: IdPrefix, id: string) => string) {
    const all = [...document.chapters, ...document.archivedChapters];
    this.#texts = new Map(all.map(({ id, text }) => [id, text?.content ?? '']));
    this.#renamed = renamed;
  }

  of({ proposals, notes }: Pick<BookDocument, 'proposals' | 'notes'>): ReviewRows {
    const sets = new Map(proposals.map(({ setId, title }) => [setId, title]));
    const proposalRows = proposals.map((one) => this.#proposalRow(one));
    // Parents first: a reply is saved after its note.
    const noteRows = [...notes.filter((one) => !one.parentId), ...notes.filter((one) => one.parentId)].map((one) =>
      this.#noteRow(one),
    );
    return {
      anchors: this.#anchors,
      places: [...this.#places].map(([chapterId, places]) => ({ chapterId, ...columnsFrom(places) })),
      sets: [...sets].map(([id, title]) => ({ id: this.#renamed('pset', id), title })),
      proposals: proposalRows,
      notes: noteRows,
    };
  }

  #proposalRow({ chapterId, setId, title: _title, anchor, state, ...one }: Proposal): Row {
    const id = newId('prp');
    const isPending = state === 'open' || state === 'stale';
    const found = this.#anchorOf(id, chapterId, anchor, isPending);
    const present = found === 'ok' ? 'open' : 'stale';
    return {
      id,
      setId: this.#renamed('pset', setId),
      ...one,
      state: isPending ? present : state,
    };
  }

  #noteRow({ id, chapterId, parentId, anchor, ...one }: Note): Row {
    const noteId = this.#renamed('note', id);
    if (anchor && chapterId) this.#anchorOf(noteId, chapterId, anchor, true);
    return {
      id: noteId,
      chapterId: chapterId && !anchor ? this.#renamed('ch', chapterId) : null,
      parentId: parentId && this.#renamed('note', parentId),
      anchorId: anchor ? noteId : null,
      ...one,
    };
  }

  /** Answers what has become of its words. */
  #anchorOf(id: string, chapter: string, { start, end, state, ...words }: Proposal['anchor'], isLive: boolean) {
    const chapterId = this.#renamed('ch', chapter);
    const text = this.#texts.get(chapter) ?? '';
    const points = this.#points.get(chapter) ?? new Points(text);
    this.#points.set(chapter, points);
    const length = points.ofUnit(text.length);
    const [from, to] = [Math.min(start, length), Math.min(Math.max(start, end), length)];
    const present = text.slice(points.toUnit(from), points.toUnit(to));
    const lost = present === '' ? 'orphaned' : 'stale';
    const found = present.normalize() === words.exact.normalize() ? 'ok' : lost;
    this.#anchors.push({
      id,
      chapterId,
      ...words,
      ...(isLive ? {} : { placeStart: start, placeEnd: Math.max(start, end), state }),
    });
    if (!isLive) return state;
    const places = this.#places.get(chapterId) ?? [];
    this.#places.set(chapterId, places);
    places.push({
      id,
      start: from,
      end: to,
      state: found,
      ...(found === 'ok' ? {} : { length: words.exact.length, begins: words.exact.slice(0, beginsMax) }),
    });
    return found;
  }
}
