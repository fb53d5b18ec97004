import { newChapter } from '../../../text/chapter/rules.ts';
import type { ManuscriptChapter } from '../formats/exact-markdown.ts';
import { type ImportWarning, importWarning } from './import-warnings.ts';
import { type LeftOut, type Notation, withoutNotations } from './notations.ts';

const notesMax = newChapter.shape.notes.unwrap().maxLength ?? 0;
const separator = '\n\n';

/** Moves what readers must not see into the notes of its chapter, as long as they have room. The rest stays in the text. */
export function withNotes(
  chapters: readonly ManuscriptChapter[],
  notations: readonly Notation[],
): { chapters: ManuscriptChapter[]; warnings: ImportWarning[] } {
  if (notations.length === 0) return { chapters: [...chapters], warnings: [] };
  const counts = new Map<LeftOut, { count: number; chapters: Set<number> }>();
  const cleaned = chapters.map(({ title, content }, index) => {
    const notes: string[] = [];
    let room = notesMax;
    const keep = ({ kind, text }: Notation) => {
      const units = text.length + (notes.length > 0 ? separator.length : 0);
      if (units > room) return false;
      room -= units;
      if (text) notes.push(text);
      const seen = counts.get(kind) ?? { count: 0, chapters: new Set() };
      counts.set(kind, { count: seen.count + 1, chapters: seen.chapters.add(index) });
      return true;
    };
    return {
      title: title && withoutNotations(title, notations, keep).trim(),
      content: withoutNotations(content, notations, keep).trim(),
      ...(notes.length > 0 && { notes: notes.join(separator) }),
    };
  });
  const warnings = [...counts].map(
    ([
      kind,
      {
        count,
        chapters: [only, ...others],
      },
    ]) => importWarning(kind, count, '', others.length === 0 ? only : undefined),
  );
  return { chapters: cleaned, warnings };
}
