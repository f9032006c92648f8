import type { Note } from '#events/contract/notes.ts';

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short' });

/** When a note was taken, and whether it was changed since. */
export const NoteTime = ({ note: { takenAt, editedAt } }: { note: Pick<Note, 'takenAt' | 'editedAt'> }) => (
  <span>
    <time dateTime={takenAt} title={exact.format(new Date(takenAt))}>
      {day.format(new Date(takenAt))}
    </time>
    {editedAt !== null && ', changed since'}
  </span>
);
