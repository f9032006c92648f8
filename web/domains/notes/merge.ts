import type { Course } from '#contract/courses.ts';
import type { LiveMessage } from '#contract/live.ts';
import type { Note } from '#contract/notes.ts';

type List = readonly Note[];

/** The list with the note in its place in time; it replaces what was known under the same id. */
export const withNote = (list: List, note: Note): List => {
  const others = list.filter(({ _id }) => _id !== note._id);
  const at = others.findLastIndex(({ takenAt }) => Date.parse(takenAt) <= Date.parse(note.takenAt));
  return others.toSpliced(at + 1, 0, note);
};

export const withoutNote = (list: List, id: string): List => list.filter(({ _id }) => _id !== id);

/** The list with another text of a note; the same list when it has none of that id. */
export const withText = (list: List, id: string, text: string, now = new Date()): List =>
  list.some(({ _id }) => _id === id)
    ? list.map((note) => (note._id === id ? { ...note, notes: text, editedAt: now.toISOString() } : note))
    : list;

/** A note shows its course as it is now. */
const withCourse = (list: List, course: Course): List =>
  list.some(({ catalogueId }) => catalogueId === course._id)
    ? list.map((note) =>
        note.catalogueId === course._id
          ? {
              ...note,
              courseName: course.course_name,
              courseCode: course.course_code,
              courseImageUrl: course.imageUrl,
            }
          : note,
      )
    : list;

/** A student's notes, in the order in which they were taken, after one live message. */
export const mergeIntoNotes = (list: List, message: LiveMessage): List => {
  switch (message.kind) {
    case 'note-added':
    case 'note-changed':
      return withNote(list, message.data);
    case 'note-removed':
      return withoutNote(list, message.data._id);
    case 'course-changed':
    case 'course-restored':
      return withCourse(list, message.data);
    default:
      return list;
  }
};
