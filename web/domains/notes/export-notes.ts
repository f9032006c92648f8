import type { Note } from '#contract/schemas/notes.ts';
import { formatPosition, notePosition } from '../videos/video-position.ts';

/**
 * Returns notes as one Markdown file: a heading for each course, one for each note with its time and video position, and its text
 * as it was written.
 * @param notes in any order; the file lists courses by name and notes oldest first.
 */
export const notesToMarkdown = (notes: readonly Note[]): string => {
  const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' });
  const courses = Map.groupBy(notes, ({ catalogueId }) => catalogueId);
  const sorted = [...courses.values()].sort(([one], [other]) =>
    (one?.courseName ?? '').localeCompare(other?.courseName ?? ''),
  );
  const parts = sorted.map((ofCourse) => {
    const [{ courseName, courseCode }] = ofCourse as [Note];
    const entries = ofCourse
      .toSorted((one, other) => one.takenAt.localeCompare(other.takenAt))
      .map((note) => {
        const position = notePosition(note);
        const heading = [
          dayFormat.format(new Date(note.takenAt)),
          ...(position ? [formatPosition(position)] : []),
        ];
        return `## ${heading.join(' · ')}\n\n${note.notes}\n`;
      });
    return [`# ${courseCode} ${courseName}\n`, ...entries].join('\n');
  });
  return parts.join('\n');
};
