import { operation } from '../../../operation.ts';
import { paging } from '../../page.ts';
import {
  AddNoteDocument,
  DeleteNoteDocument,
  GetNoteDocument,
  ListNotesDocument,
  UpdateNoteDocument,
} from './operations.gen.ts';
import { newNote, noteFilter, notePatch } from './rules.ts';

export const noteOperations = [
  operation(ListNotesDocument, {
    answer: 'notes',
    statements: 2,
    options: noteFilter.extend(paging.shape),
    rest: 'GET /v1/books/{bookId}/notes',
    tool: {
      name: 'list_notes',
      feature: 'chapters',
      isMaterial: true,
      description: 'Notes on the words of chapters, on chapters and on the book, with replies, newest first.',
    },
  }),
  operation(GetNoteDocument, {
    answer: 'note',
    statements: 2,
    // Its anchor moves with the text, without a new version.
    revalidates: false,
    rest: 'GET /v1/books/{bookId}/notes/{noteId}',
    tool: {
      name: 'get_note',
      feature: 'chapters',
      isMaterial: true,
      description: 'One note or reply: its text, its words and where they are now, and whether it is resolved.',
    },
  }),
  operation(AddNoteDocument, {
    answer: 'addNote',
    statements: 8,
    body: ['input', newNote],
    example: { chapterId: 'CHAPTER_ID', paragraph: 1, kind: 'question', body: 'Does she know of the ferry here?' },
    rest: 'POST /v1/books/{bookId}/notes 201',
    tool: {
      name: 'add_note',
      feature: 'chapters',
      description: 'Write a note on words of a chapter, on a chapter or on the book, or reply to one. No text changes.',
    },
  }),
  operation(UpdateNoteDocument, {
    answer: 'updateNote',
    statements: 5,
    body: ['patch', notePatch],
    example: { resolved: true },
    rest: 'PATCH /v1/books/{bookId}/notes/{noteId}',
    tool: {
      name: 'update_note',
      feature: 'chapters',
      description: 'Change the text of a note, resolve it, or open it again.',
    },
  }),
  operation(DeleteNoteDocument, {
    answer: 'deleteNote',
    statements: 5,
    rest: 'DELETE /v1/books/{bookId}/notes/{noteId}',
    tool: {
      name: 'delete_note',
      feature: 'chapters',
      description: 'Delete a note for good, with its replies. No text changes.',
      without: ['expectedVersion'],
    },
  }),
];
