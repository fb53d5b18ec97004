import type { Paragraph } from 'docx';

/** Paragraphs of footnotes by their id in the document. */
export type NoteBodies = ReadonlyMap<number, Paragraph[]>;

/**
 * Footnotes of a chapter in a Word document, which numbers them through all chapters. There, a footnote has one reference;
 * further ones repeat its number. A footnote to which only footnotes refer has none, and follows the last that has one.
 */
export class ChapterNotes {
  /** Footnotes with a reference in the chapters before. */
  private readonly before: number;
  private readonly referred = new Set<number>();

  constructor(before = 0) {
    this.before = before;
  }

  refer(note: number): { id: number; isNew: boolean } {
    const isNew = !this.referred.has(note);
    this.referred.add(note);
    return { id: this.before + note, isNew };
  }

  referInNote(note: number): { id: number; isNew: false } {
    return { id: this.before + note, isNew: false };
  }

  /** Gives the notes of the chapter, in the order of their numbers, their ids. */
  bodies(notes: readonly Paragraph[][]): NoteBodies {
    const bodies = new Map<number, Paragraph[]>();
    for (const [index, paragraphs] of notes.entries()) {
      // References in the text have the first numbers.
      const id = this.before + Math.min(index + 1, this.referred.size);
      bodies.set(id, [...(bodies.get(id) ?? []), ...paragraphs]);
    }
    return bodies;
  }

  next(): ChapterNotes {
    return new ChapterNotes(this.before + this.referred.size);
  }
}
