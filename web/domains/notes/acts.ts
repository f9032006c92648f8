import { deleteAnswer, insertAnswer, updateAnswer } from '#contract/answers.ts';
import type { Note } from '#contract/notes.ts';
import { act } from '../../client/api/act.ts';
import { actKind } from '../../client/outbox/kinds.ts';
import { doWhenPossible } from '../../client/outbox/own-outbox.ts';
import { endEdit } from './edits.ts';
import { withNote, withoutNote, withText } from './merge.ts';
import { changeNotes } from './notes.ts';
import {
  editedTextOf,
  editKind,
  type NoteBody,
  noteKind,
  removalKind,
  sentNoteOf,
  type UnsentNote,
} from './unsent.ts';

const addressOf = (id: string) => `/notes/${encodeURIComponent(id)}`;

const removedMeanwhile =
  'This note was removed in another tab or on another device. Your text is still here.';

/** As much of a text as tells it from others in a list. */
const shortened = (text: string): string => {
  const characters = [...text.replace(/\s+/g, ' ').trim()];
  return characters.length <= 60 ? `‘${characters.join('')}’` : `‘${characters.slice(0, 59).join('')}…’`;
};

const taking = actKind({
  name: noteKind,
  answer: insertAnswer,
  keepsText: true,
  answered: ({ insertedId }, waiting) => {
    const note = sentNoteOf(waiting, insertedId);
    if (note)
      changeNotes((list) => (list.some(({ _id }) => _id === insertedId) ? list : withNote(list, note)));
  },
});

const editing = actKind({
  name: editKind,
  answer: updateAnswer,
  keepsText: true,
  replaces: true,
  problemIn: ({ matchedCount }) => (matchedCount === 0 ? removedMeanwhile : null),
  answered: (_, waiting) => {
    const text = editedTextOf(waiting);
    if (text !== null) changeNotes((list) => withText(list, waiting.about, text));
    endEdit(waiting.about);
  },
});

const removing = actKind({
  name: removalKind,
  answer: deleteAnswer,
  answered: (_, { about }) => changeNotes((list) => withoutNote(list, about)),
});

/** Takes a note; with its key it is the same note, however often it is sent. @throws ApiError */
export const takeNote = (note: Omit<UnsentNote, 'key' | 'writtenAt' | 'problem'>, email: string) => {
  const body: NoteBody = {
    notes: note.text,
    courseId: note.enrolmentId,
    catalogueId: note.catalogueId,
    userEmail: email,
    courseName: note.courseName,
    courseCode: note.courseCode,
    courseImageUrl: note.courseImageUrl,
    ...note.place,
  };
  return doWhenPossible(taking, {
    about: note.enrolmentId,
    words: `Save a note in ${note.courseName}: ${shortened(note.text)}`,
    method: 'POST',
    path: '/notes',
    body,
  });
};

/** Changes the text. @throws ApiError, also when the note was removed meanwhile. */
export const editNote = ({ _id, courseName }: Note, text: string) =>
  doWhenPossible(editing, {
    about: _id,
    words: `Change a note in ${courseName}: ${shortened(text)}`,
    method: 'PUT',
    path: addressOf(_id),
    body: { notes: text },
  });

/** @throws ApiError */
export const removeNote = ({ _id, courseName, notes }: Note) =>
  doWhenPossible(removing, {
    about: _id,
    words: `Remove a note in ${courseName}: ${shortened(notes)}`,
    method: 'DELETE',
    path: addressOf(_id),
  });

/** Takes a removal back; offered for a moment, so it does not wait for the line. @throws ApiError */
export const restoreNote = ({ _id }: Note) => act('POST', `${addressOf(_id)}/restoration`, updateAnswer);
