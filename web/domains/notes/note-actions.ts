import { deleteAnswer, insertAnswer, updateAnswer } from '#contract/schemas/command-results.ts';
import type { Note } from '#contract/schemas/notes.ts';
import { sendCommand } from '../../client/api/send-command.ts';
import { defineActionKind } from '../../client/outbox/action-kinds.ts';
import { enqueueAction } from '../../client/outbox/enqueue-action.ts';
import { discardSavedEdit, quoteExcerpt } from './note-drafts.ts';
import {
  insertNote,
  mergeIntoCachedNotes,
  omitNote,
  refetchNotes,
  setNoteText,
  updateCachedNotes,
} from './note-live.ts';
import {
  addNoteKind,
  editNoteKind,
  type NoteBody,
  type PendingNote,
  readEditedText,
  removeNoteKind,
  toNote,
} from './pending-notes.ts';

const getNotePath = (id: string) => `/notes/${encodeURIComponent(id)}`;

const catchUp = { merge: mergeIntoCachedNotes, refetch: refetchNotes };

const addAction = defineActionKind({
  name: addNoteKind,
  answerSchema: insertAnswer,
  hasUserText: true,
  cached: {
    ...catchUp,
    update: ({ insertedId }, action) => {
      const note = toNote(action, insertedId);
      if (note)
        updateCachedNotes((list) =>
          list.some(({ _id }) => _id === insertedId) ? list : insertNote(list, note),
        );
    },
  },
});

const editAction = defineActionKind({
  name: editNoteKind,
  answerSchema: updateAnswer,
  hasUserText: true,
  replacesOlder: true,
  findProblem: ({ matchedCount }) =>
    matchedCount === 0
      ? 'This note was removed in another tab or on another device. Your text is still here.'
      : null,
  cached: {
    ...catchUp,
    isEdit: true,
    update: (_, action) => {
      const text = readEditedText(action);
      if (text !== null) updateCachedNotes((list) => setNoteText(list, action.about, text));
    },
  },
  onAnswered: (_, action) => {
    const text = readEditedText(action);
    if (text !== null) discardSavedEdit(action.about, text);
  },
});

const removeAction = defineActionKind({
  name: removeNoteKind,
  answerSchema: deleteAnswer,
  cached: {
    ...catchUp,
    update: (_, { about }) => updateCachedNotes((list) => omitNote(list, about)),
  },
});

export const noteActionKinds = [addAction, editAction, removeAction];

export const addNote = (note: Omit<PendingNote, 'key' | 'writtenAt' | 'problem'>, email: string) => {
  const body: NoteBody = {
    notes: note.text,
    courseId: note.enrolmentId,
    catalogueId: note.catalogueId,
    userEmail: email,
    courseName: note.courseName,
    courseCode: note.courseCode,
    courseImageUrl: note.courseImageUrl,
    ...note.position,
  };
  return enqueueAction(addAction, {
    about: note.enrolmentId,
    words: `Save a note in ${note.courseName}: ${quoteExcerpt(note.text)}`,
    method: 'POST',
    path: '/notes',
    body,
  });
};

/** Changes the text of a note. @throws ApiError, for example if the note no longer exists. */
export const editNote = ({ _id, courseName }: Note, text: string) =>
  enqueueAction(editAction, {
    about: _id,
    words: `Change a note in ${courseName}: ${quoteExcerpt(text)}`,
    method: 'PUT',
    path: getNotePath(_id),
    body: { notes: text },
  });

export const removeNote = ({ _id, courseName, notes }: Note) =>
  enqueueAction(removeAction, {
    about: _id,
    words: `Remove a note in ${courseName}: ${quoteExcerpt(notes)}`,
    method: 'DELETE',
    path: getNotePath(_id),
  });

/** Restores a removed note. The command is never queued. @throws ApiError */
export const restoreNote = ({ _id }: Note) =>
  sendCommand('POST', `${getNotePath(_id)}/restoration`, updateAnswer);
