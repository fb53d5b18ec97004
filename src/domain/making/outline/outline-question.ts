import { readReply, schemaOf } from '../../../providers/json-reply.ts';
import type { Question } from './ask.ts';
import { completeParts } from './cut-reply.ts';
import type { OutlineInput } from './outline-input.ts';
import { joined, type Outline, outlineFrom, readOutline } from './outline-reply.ts';
import { type OutlineReply, outlineShape } from './outline-shape.ts';
import { chapterCountMax } from './rules.ts';

/** Asks for an outline, or for the chapters that are missing after the planned ones. */
export function outlineQuestion(input: OutlineInput, planned?: OutlineReply): Question<Outline> {
  return {
    subject: { about: 'outline', input, planned },
    shape: { name: 'outline', schema: schemaOf(outlineShape(input, planned)) },
    read(reply) {
      const read = readOutline(reply, input, planned);
      return 'faults' in read ? read : { answer: read.outline };
    },
    continued(cut) {
      const parts = completeParts(cut);
      if (parts === undefined) return undefined;
      const read = longestValid(parts, input, planned);
      if (read === undefined || 'faults' in read) return read;
      const all = joined(planned, read.value);
      const isWhole = all.chapters.length >= (input.chapterCount ?? chapterCountMax);
      return isWhole ? { answer: outlineFrom(all, input) } : { next: outlineQuestion(input, all) };
    },
    withTexts(outline, change) {
      const chapters = outline.chapters.map((chapter) => ({ ...chapter, summary: change(chapter.summary) }));
      return { ...outline, chapters };
    },
  };
}

/** The chapters before the first faulty one; the faults if it is the first. Undefined without a chapter. */
function longestValid(parts: object, input: OutlineInput, planned: OutlineReply | undefined) {
  const shape = outlineShape({ ...input, chapterCount: null }, planned);
  const chapters = 'chapters' in parts && Array.isArray(parts.chapters) ? parts.chapters : [];
  const room = (input.chapterCount ?? chapterCountMax) - (planned?.chapters.length ?? 0);
  const read = (some: readonly unknown[]) => readReply(JSON.stringify({ ...parts, chapters: some }), shape);
  const faulty = chapters.findIndex((chapter) => 'faults' in read([chapter]));
  if (chapters.length === 0) return undefined;
  return read(chapters.slice(0, Math.min(room, faulty === -1 ? chapters.length : Math.max(1, faulty))));
}
