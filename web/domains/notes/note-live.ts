import type { LiveMessage } from '#contract/live-messages.ts';
import type { Course } from '#contract/schemas/courses.ts';
import type { Note } from '#contract/schemas/notes.ts';
import { changeItems } from '../../client/live/change-items.ts';
import type { LiveEvents } from '../../client/live/live-events.ts';
import { queryClient } from '../../client/query-client.ts';

type List = readonly Note[];

export const notesKey = ['notes'] as const;

/** Changes the cached notes, if there are any. */
export const updateCachedNotes = (change: (list: List) => List): void => {
  queryClient.setQueriesData<List>({ queryKey: notesKey }, (list) => list && change(list));
};

export const refetchNotes = (): Promise<void> => queryClient.invalidateQueries({ queryKey: notesKey });

/** Inserts or replaces a note. The list is sorted by time, oldest first. */
export const insertNote = (list: List, note: Note): List => {
  const others = list.filter(({ _id }) => _id !== note._id);
  const index = others.findLastIndex(({ takenAt }) => Date.parse(takenAt) <= Date.parse(note.takenAt));
  return others.toSpliced(index + 1, 0, note);
};

export const omitNote = (list: List, id: string): List => list.filter(({ _id }) => _id !== id);

/** Changes the text of a note. Returns the same list if the note is not in it. */
export const setNoteText = (list: List, id: string, text: string): List =>
  changeItems(list, ({ _id }) => _id === id, { notes: text, editedAt: new Date().toISOString() });

const copyCourseFields = (list: List, course: Course): List =>
  changeItems(list, ({ catalogueId }) => catalogueId === course._id, {
    courseName: course.course_name,
    courseCode: course.course_code,
    courseImageUrl: course.imageUrl,
  });

/** Applies one live update to a student's notes. */
export const mergeIntoNotes = (list: List, update: LiveMessage): List => {
  switch (update.kind) {
    case 'note-added':
    case 'note-changed':
      return insertNote(list, update.data);
    case 'note-removed':
      return omitNote(list, update.data._id);
    case 'course-changed':
    case 'course-restored':
      return copyCourseFields(list, update.data);
    default:
      return list;
  }
};

export const mergeIntoCachedNotes = (update: LiveMessage): void =>
  updateCachedNotes((list) => mergeIntoNotes(list, update));

export const registerNoteLiveHandlers = (live: LiveEvents): void => {
  live.updates.on(mergeIntoCachedNotes);
};
