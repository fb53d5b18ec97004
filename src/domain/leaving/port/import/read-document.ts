import { z } from 'zod';
import { invalidRequest } from '../../../../errors.ts';
import { parse } from '../../../../graphql/issues.ts';
import { chaptersMax } from '../../../text/chapter/rules.ts';
import { notesMax } from '../../../text/note/rules.ts';
import { proposalsMax } from '../../../text/proposal/rules.ts';
import {
  archivedChapter,
  archivedMax,
  type BookDocument,
  bookDocument,
  chapter,
  formerText,
} from '../formats/document.ts';
import type { Pace } from '../pace.ts';
import { documentFormat, documentVersion } from '../rules.ts';
import { refuseOddShape } from './json-shape.ts';
import { faultyReferences } from './references.ts';

/** Parses JSON. Throws `invalid_request` if it is invalid. */
export function readJsonText(content: string): unknown {
  refuseOddShape(content);
  try {
    return JSON.parse(content.replace(/^\ufeff/, ''));
  } catch {
    const message = 'is not JSON. Send an unchanged export in the format json, or set another format.';
    throw invalidRequest([{ path: 'content', message }]);
  }
}

// Chapters, their revisions, proposals and notes are validated one by one, to yield in between.
const unread = z.array(z.unknown()).default([]);
const shell = bookDocument.extend({
  chapters: unread.unwrap().max(chaptersMax).default([]),
  archivedChapters: unread.unwrap().max(archivedMax).default([]),
  proposals: unread.unwrap().max(proposalsMax).default([]),
  notes: unread.unwrap().max(notesMax).default([]),
});
const { element: proposal } = bookDocument.shape.proposals.unwrap();
const { element: note } = bookDocument.shape.notes.unwrap();
const live = chapter.extend({ revisions: unread });
const archived = archivedChapter.extend({ revisions: unread });

/** Validates a document completely, including references. Throws `invalid_request` with the path. */
export async function checkedDocument(
  value: unknown,
  pace: Pace,
  counted: (done: number, total: number) => void,
): Promise<BookDocument> {
  refuseOther(value);
  const top = parse(shell, value);
  const total = top.chapters.length + top.archivedChapters.length;
  let done = 0;

  async function each<Head extends { revisions: unknown[] }>(
    name: 'chapters' | 'archivedChapters',
    shape: z.ZodType<Head>,
  ) {
    const checked = [];
    for (const [index, one] of top[name].entries()) {
      const head = parse(shape, one, value, [name, index]);
      const revisions = [];
      for (const [at, text] of head.revisions.entries()) {
        revisions.push(parse(formerText, text, value, [name, index, 'revisions', at]));
        await pace.breathe();
      }
      checked.push({ ...head, revisions });
      done += 1;
      counted(done, total);
      await pace.breathe();
    }
    return checked;
  }

  async function eachOf<Of>(name: 'proposals' | 'notes', shape: z.ZodType<Of>): Promise<Of[]> {
    const checked = [];
    for (const [index, entry] of top[name].entries()) {
      checked.push(parse(shape, entry, value, [name, index]));
      await pace.breathe();
    }
    return checked;
  }

  const document = {
    ...top,
    proposals: await eachOf('proposals', proposal),
    notes: await eachOf('notes', note),
    chapters: await each('chapters', live),
    archivedChapters: await each('archivedChapters', archived),
  };
  const issues = faultyReferences(document);
  if (issues.length > 0) throw invalidRequest(issues);
  return document;
}

/** A document of another kind or version is refused at once, not field by field. */
function refuseOther(value: unknown): void {
  const members = typeof value === 'object' && value !== null ? value : {};
  const format = 'format' in members ? members.format : undefined;
  if (format !== documentFormat)
    throw invalidRequest([
      { path: 'format', message: `must be ${documentFormat}. Send an unchanged export in the format json.` },
    ]);
  const version = 'version' in members ? members.version : undefined;
  if (version !== documentVersion)
    throw invalidRequest([
      { path: 'version', message: `must be ${documentVersion}, the one that this service reads and writes.` },
    ]);
}
