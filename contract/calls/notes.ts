import { deleteAnswer, insertAnswer, updateAnswer } from '../answers.ts';
import { editedNote, newNote, noteList } from '../notes.ts';
import { bare, type Call, emailInPath, idInPath } from './call.ts';

/** A student’s notes. */
export const noteCalls = {
  takeNote: {
    ...bare,
    method: 'POST',
    path: '/notes',
    group: 'learning',
    summary:
      'Takes a note in a course that one has started; each is a new one, repeated with its key the same.',
    who: 'note.keep',
    body: newNote,
    answer: insertAnswer,
    problems: ['course-not-started', 'conflict'],
  },
  listNotes: {
    ...bare,
    discloses: 'notes',
    method: 'GET',
    path: '/notes/{email}',
    group: 'learning',
    summary: 'A student’s notes, in the order in which they were taken.',
    who: 'self',
    params: emailInPath,
    answer: noteList,
  },
  editNote: {
    ...bare,
    method: 'PUT',
    path: '/notes/{id}',
    group: 'learning',
    summary: 'Changes the text of one’s own note.',
    who: 'note.keep',
    params: idInPath,
    body: editedNote,
    answer: updateAnswer,
    problems: ['conflict'],
  },
  removeNote: {
    ...bare,
    method: 'DELETE',
    path: '/notes/{id}',
    group: 'learning',
    summary: 'Removes one’s own note.',
    who: 'note.keep',
    params: idInPath,
    answer: deleteAnswer,
  },
  restoreNote: {
    ...bare,
    method: 'POST',
    path: '/notes/{id}/restoration',
    group: 'learning',
    summary: 'Takes the removal of one’s own note back.',
    who: 'note.keep',
    params: idInPath,
    answer: updateAnswer,
    problems: ['conflict'],
  },
} as const satisfies Record<string, Call>;
