import { deleteAnswer, insertAnswer, updateAnswer } from '../schemas/command-results.ts';
import { editedNote, newNote, noteList } from '../schemas/notes.ts';
import { type Endpoint, emailInPath, endpointDefaults, idInPath } from './endpoint.ts';

/** A student's notes. */
export const noteEndpoints = {
  takeNote: {
    ...endpointDefaults,
    method: 'POST',
    path: '/notes',
    group: 'learning',
    summary:
      'Takes a note in a started course. A repetition with the same idempotency key creates no second note.',
    access: 'note.keep',
    body: newNote,
    answer: insertAnswer,
    problems: ['course-not-started', 'conflict'],
  },
  listNotes: {
    ...endpointDefaults,
    disclosure: 'notes',
    method: 'GET',
    path: '/notes/{email}',
    group: 'learning',
    summary: 'A student’s notes, oldest first.',
    access: 'self',
    params: emailInPath,
    answer: noteList,
  },
  editNote: {
    ...endpointDefaults,
    method: 'PUT',
    path: '/notes/{id}',
    group: 'learning',
    summary: 'Changes the text of one’s own note.',
    access: 'note.keep',
    params: idInPath,
    body: editedNote,
    answer: updateAnswer,
    problems: ['conflict'],
  },
  removeNote: {
    ...endpointDefaults,
    method: 'DELETE',
    path: '/notes/{id}',
    group: 'learning',
    summary: 'Removes one’s own note.',
    access: 'note.keep',
    params: idInPath,
    answer: deleteAnswer,
  },
  restoreNote: {
    ...endpointDefaults,
    method: 'POST',
    path: '/notes/{id}/restoration',
    group: 'learning',
    summary: 'Restores one’s own removed note.',
    access: 'note.keep',
    params: idInPath,
    answer: updateAnswer,
    problems: ['conflict'],
  },
} as const satisfies Record<string, Endpoint>;
