import { deleteAnswer, insertAnswer, updateAnswer } from '#events/contract/answers.ts';
import type { Note } from '#events/contract/notes.ts';
import { act } from '../api/act.ts';
import type { UnsentNote } from './unsaved.ts';

const addressOf = (id: string) => `/notes/${encodeURIComponent(id)}`;

/** Takes a note; with its key it is the same note, however often it is sent. @throws ApiError */
export const takeNote = (note: UnsentNote, email: string) =>
  act('POST', '/notes', insertAnswer, {
    key: note.key,
    body: {
      notes: note.text,
      courseId: note.enrolmentId,
      userEmail: email,
      courseName: note.courseName,
      courseCode: note.courseCode,
      courseImageUrl: note.courseImageUrl,
      ...note.place,
    },
  });

/** Changes the text; `matchedCount` is 0 when the note was removed meanwhile. @throws ApiError */
export const editNote = (id: string, text: string) =>
  act('PUT', addressOf(id), updateAnswer, { body: { notes: text } });

/** @throws ApiError */
export const removeNote = ({ _id }: Note) => act('DELETE', addressOf(_id), deleteAnswer);

/** Takes a removal back. @throws ApiError */
export const restoreNote = ({ _id }: Note) => act('POST', `${addressOf(_id)}/restoration`, updateAnswer);
