import type { Note } from '#contract/notes.ts';
import { shortDay } from '../../../ui/text/short-day.ts';

const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short' });

/** When a note was taken, and whether it was changed since. */
export const NoteTime = ({ note: { takenAt, editedAt } }: { note: Pick<Note, 'takenAt' | 'editedAt'> }) => (
  <span>
    <time dateTime={takenAt} title={exact.format(new Date(takenAt))}>
      {shortDay(takenAt)}
    </time>
    {editedAt !== null && ', changed since'}
  </span>
);
