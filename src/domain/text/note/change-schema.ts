import type { Caller } from '../../../caller.ts';
import { bookId } from '../../../graphql/arguments.ts';
import { builder } from '../../../graphql/builder.ts';
import { changes, creates, removes } from '../../../graphql/effect.ts';
import { inputOf } from '../../../graphql/input.ts';
import { requireScope } from '../../../graphql/permit.ts';
import { versionArgument } from '../../../graphql/versions.ts';
import { namesWords } from '../passage/anchoring.ts';
import { addNote, changeNote, deleteNote } from './change.ts';
import * as rules from './rules.ts';
import { Note } from './schema.ts';
import type * as store from './store.ts';

const NewNote = inputOf('NewNote', rules.newNote, 'A note to write, or a reply to one.');
const NotePatch = inputOf('NotePatch', rules.notePatch, 'What to change of a note.');

const DeletedNote = builder.objectRef<{ id: string }>('DeletedNote').implement({
  description: 'A note that was deleted with its replies.',
  fields: (t) => ({
    ok: t.boolean({ description: 'Always true; a failure is an error.', resolve: () => true }),
    id: t.exposeID('id', { description: 'Opaque, `note_…`.' }),
  }),
});

const noteId = { required: true, description: 'The note or reply.' } as const;
const notes = { scope: 'proposals:write' } as const;

/** A key changes its own notes; those of others need the scope to change books. */
const checkOwn = (caller: Caller) => (note: store.Note) => {
  if (note.tokenId !== caller.tokenId) requireScope(caller, 'books:write');
};

builder.mutationFields((t) => ({
  addNote: t.field({
    ...creates,
    type: Note,
    authScopes: notes,
    description:
      'Writes a note on words, on a chapter or on the book, or replies to one. No text changes. On words, the key needs `books:read` too.',
    args: {
      bookId: t.arg.id(bookId),
      input: t.arg({ type: NewNote, required: true, description: 'Its text, and what it is about.' }),
    },
    resolve: (_root, { bookId, input }, { sql, caller }) => {
      // By trying quotes, a caller could find out the text.
      if (namesWords(input)) requireScope(caller, 'books:read');
      return addNote(sql, { accountId: caller.accountId, bookId }, caller, input);
    },
  }),
  updateNote: t.field({
    ...changes,
    type: Note,
    authScopes: notes,
    description: 'Changes a note, resolves it or opens it again. Those of other keys need `books:write`.',
    args: {
      bookId: t.arg.id(bookId),
      noteId: t.arg.id(noteId),
      patch: t.arg({ type: NotePatch, required: true, description: 'Fields to change; omitted fields stay.' }),
      expectedVersion: t.arg.int(versionArgument),
    },
    resolve: (_root, { bookId, noteId, patch, expectedVersion }, { sql, caller }) =>
      changeNote(
        sql,
        { accountId: caller.accountId, bookId, noteId },
        checkOwn(caller),
        patch,
        expectedVersion ?? undefined,
      ),
  }),
  deleteNote: t.field({
    ...removes,
    type: DeletedNote,
    authScopes: notes,
    description: 'Deletes a note with its replies. Those of other keys need `books:write`.',
    args: {
      bookId: t.arg.id(bookId),
      noteId: t.arg.id(noteId),
      expectedVersion: t.arg.int(versionArgument),
    },
    resolve: (_root, { bookId, noteId, expectedVersion }, { sql, caller }) =>
      deleteNote(sql, { accountId: caller.accountId, bookId, noteId }, checkOwn(caller), expectedVersion ?? undefined),
  }),
}));
