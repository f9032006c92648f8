import type { Note } from '#contract/schemas/notes.ts';
import { formatPosition, getNotePosition } from '../videos/video-position.ts';

const fence = /^ {0,3}(`{3,}(?!.*`)|~{3,})(.*)$/;

/** Returns the fence that closes the last code block of a text, or null if no block is open. An open block would include the next notes. */
const findOpenFence = (text: string): string | null => {
  let open: string | null = null;
  for (const line of text.split('\n')) {
    const [, marks, rest = ''] = fence.exec(line) ?? [];
    if (marks === undefined) continue;
    if (open === null) open = marks;
    else if (marks.startsWith(open) && rest.trim() === '') open = null;
  }
  return open;
};

/**
 * Returns notes as one Markdown file: a heading for each course, and for each note a heading with its time and video position, and
 * its text. The text is not changed, but a code block that it leaves open is closed.
 * @param notes in any order; the file lists courses by name and notes oldest first.
 */
export const formatNotesAsMarkdown = (notes: readonly Note[]): string => {
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
        const position = getNotePosition(note);
        const heading = [
          dayFormat.format(new Date(note.takenAt)),
          ...(position ? [formatPosition(position)] : []),
        ];
        const openFence = findOpenFence(note.notes);
        return `## ${heading.join(' · ')}\n\n${note.notes}\n${openFence === null ? '' : `${openFence}\n`}`;
      });
    return [`# ${courseCode} ${courseName}\n`, ...entries].join('\n');
  });
  return parts.join('\n');
};
