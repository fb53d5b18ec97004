import type { Caller } from '../../../caller.ts';
import { invalidRequest, invalidState, notFound, StaleVersion } from '../../../errors.ts';
import { newId } from '../../../ids/id.ts';
import type { Sql, Transaction } from '../../../sql/connect.ts';
import { type BookKey, lockBook } from '../../story/book/store.ts';
import { dropAnchors, setAnchors } from '../anchor/store.ts';
import { chapterById } from '../chapter/store.ts';
import { namesWords } from '../passage/anchoring.ts';
import { namedWords } from '../passage/named-words.ts';
import type { AnchorRequest } from '../passage/rules.ts';
import { type NewNote, type NotePatch, notesMax } from './rules.ts';
import { countNotes, type Note, type NoteKey, noteById, repliesTo, updateNote } from './store.ts';

/** Writes a note, or a reply to one. */
export function addNote(sql: Sql, key: BookKey, { tokenId, kind: authorKind }: Caller, input: NewNote): Promise<Note> {
  return sql.begin(async (tx): Promise<Note> => {
    if (!(await lockBook(tx, key))) return notFound('book');
    const { body, kind = 'comment', chapterId, parentId, ...request } = input;
    const { accountId, bookId } = key;
    const id = newId('note');
    const isOnWords = await placeNote(tx, key, { id, chapterId, parentId, request });
    if ((await countNotes(tx, key)) >= notesMax)
      invalidState(`The book has ${notesMax} notes, which is the limit. Delete some that are settled.`);
    const row = {
      accountId,
      bookId,
      id,
      chapterId: isOnWords || parentId ? null : (chapterId ?? null),
      anchorId: isOnWords ? id : null,
      parentId: parentId ?? null,
      kind,
      body,
      tokenId,
      authorKind,
    };
    await tx`INSERT INTO note ${tx(row)}`;
    return (await noteById(tx, { ...key, noteId: id })) ?? notFound('note');
  });
}

interface NotePlace {
  id: string;
  chapterId: string | undefined;
  parentId: string | undefined;
  request: AnchorRequest;
}

/** Sets the anchor of a note on words, and answers whether it has one. Throws if the place is none. */
async function placeNote(
  tx: Transaction,
  key: BookKey,
  { id, chapterId, parentId, request }: NotePlace,
): Promise<boolean> {
  const isOnWords = namesWords(request);
  const [given] = Object.keys(request);
  if (parentId !== undefined) {
    if (chapterId !== undefined || given)
      throw invalidRequest([
        { path: given ?? 'chapterId', message: 'does not go with `parentId`: a reply is where its note is.' },
      ]);
    const parent = (await noteById(tx, { ...key, noteId: parentId })) ?? notFound('note');
    if (parent.parentId) invalidState(`Note ${parentId} is a reply itself. Reply to ${parent.parentId}.`);
    return false;
  }
  if (chapterId === undefined) {
    if (given) throw invalidRequest([{ path: 'chapterId', message: 'is missing. Name the chapter with the words.' }]);
    return false;
  }
  if (!isOnWords && !given) {
    if (!(await chapterById(tx, { ...key, chapterId }))) notFound('chapter');
    return false;
  }
  const [words] = await namedWords(tx, key, [{ ...request, chapterId }], () => '');
  if (words) {
    const { isExact: _found, ...anchor } = words;
    await setAnchors(tx, key.accountId, [{ ...anchor, id }]);
  }
  return true;
}

/** Changes a note, resolves it or opens it again. */
export function changeNote(
  sql: Sql,
  key: NoteKey,
  check: (note: Note) => void,
  patch: NotePatch,
  expected: number | undefined,
): Promise<Note> {
  return sql.begin(async (tx): Promise<Note> => {
    const note = await heldNote(tx, key, check, expected);
    if (patch.resolved !== undefined && note.parentId)
      invalidState(`Note ${note.id} is a reply. Resolve the note that it replies to, ${note.parentId}.`);
    if (Object.keys(patch).length === 0) return note;
    await updateNote(tx, key, patch);
    return (await noteById(tx, key)) ?? notFound('note');
  });
}

/** Deletes a note with its replies. */
export function deleteNote(
  sql: Sql,
  key: NoteKey,
  check: (note: Note) => void,
  expected: number | undefined,
): Promise<{ id: string }> {
  return sql.begin(async (tx): Promise<{ id: string }> => {
    const { id, anchor } = await heldNote(tx, key, check, expected);
    // Its replies go with it.
    for (const reply of await repliesTo(tx, key.accountId, [id])) check(reply);
    if (anchor) await dropAnchors(tx, key.accountId, [id]);
    else await tx`DELETE FROM note WHERE account_id = ${key.accountId} AND id = ${id}`;
    return { id };
  });
}

async function heldNote(
  tx: Transaction,
  key: NoteKey,
  check: (note: Note) => void,
  expected: number | undefined,
): Promise<Note> {
  const note = ((await lockBook(tx, key)) && (await noteById(tx, key))) ?? notFound('note');
  check(note);
  if (expected !== undefined && expected !== note.version) throw new StaleVersion('note', note, expected);
  return note;
}
