import type { Note } from '#contract/schemas/notes.ts';
import { formatPosition, getNotePosition } from '../videos/video-position.ts';

/** Matches a line that can open or close a code block. Captures its marks and the rest of the line. */
const fence = /^ {0,3}(`{3,}(?!.*`)|~{3,})(.*)$/;

/** Returns the fence that would close the open code block of a text, or null if all its code blocks are closed. */
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
 * Returns notes as one Markdown file. Each course has a heading. Each note has a heading with its time and its video position, if it
 * has one, followed by its text. The text stays as it is, but an open code block is closed: otherwise the block would include the
 * next notes.
 * @param notes in any order; the file lists courses by name and notes oldest first.
 */
export const formatNotesAsMarkdown = (notes: readonly Note[]): string => {
  const timeFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' });
  const courses = Map.groupBy(notes, ({ catalogueId }) => catalogueId);
  const sorted = [...courses.values()].sort(([one], [other]) =>
    (one?.courseName ?? '').localeCompare(other?.courseName ?? ''),
  );
  const parts = sorted.map((courseNotes) => {
    const [{ courseName, courseCode }] = courseNotes as [Note];
    const entries = courseNotes
      .toSorted((one, other) => one.takenAt.localeCompare(other.takenAt))
      .map((note) => {
        const position = getNotePosition(note);
        const heading = [
          timeFormat.format(new Date(note.takenAt)),
          ...(position ? [formatPosition(position)] : []),
        ];
        const openFence = findOpenFence(note.notes);
        return `## ${heading.join(' · ')}\n\n${note.notes}\n${openFence === null ? '' : `${openFence}\n`}`;
      });
    return [`# ${courseCode} ${courseName}\n`, ...entries].join('\n');
  });
  return parts.join('\n');
};
