import { streamId } from '#events/catalogue/stream-id.ts';
import { presentNote } from '../../resources/notes/present.ts';
import type { Announcement, Delivery } from '../announcement.ts';
import { userRoom } from '../rooms.ts';
import type { Needs } from './announces.ts';
import type { Rows } from './rows.ts';

/** An event of a note; each names its student. */
type OfNote = { stream: string; data: { userId: string } };

/** A note is told about with its row. */
export const needsNote = (event: OfNote): Needs => ({ notes: [streamId(event.stream)] });

/** The note to its student alone: GET /notes/{email} gives the same. */
export const tellNote =
  (kind: 'note-added' | 'note-changed') =>
  (event: OfNote, rows: Rows): Omit<Announcement, 'position'> => {
    const row = rows.notes.get(streamId(event.stream));
    const deliveries: Delivery[] = row
      ? [{ to: [userRoom(event.data.userId)], message: { kind, data: presentNote(row) } }]
      : [];
    return { subject: event.stream, withdraws: false, membership: null, deliveries };
  };
