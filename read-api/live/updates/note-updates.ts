import { streamId } from '#events/catalogue/stream-id.ts';
import { presentNote } from '../../resources/notes/present.ts';
import { userRoom } from '../rooms.ts';
import { defineLiveUpdate, type RequiredRows } from './define-live-update.ts';
import type { LiveUpdateContent } from './live-update.ts';
import type { LiveUpdateRows } from './live-update-rows.ts';
import { ownRecordRemoved } from './own-record-removed.ts';

type NoteEvent = { stream: string; data: { userId: string } };

const showNote = (kind: 'note-added' | 'note-changed') => ({
  requiredRows: ({ stream }: NoteEvent): RequiredRows => ({ notes: [streamId(stream)] }),
  create: ({ stream, data }: NoteEvent, rows: LiveUpdateRows): LiveUpdateContent => {
    const row = rows.notes.get(streamId(stream));
    const to = [userRoom(data.userId)];
    return { subject: stream, deliveries: row ? [{ to, message: { kind, data: presentNote(row) } }] : [] };
  },
});

/** Only the student receives their notes, as GET /notes/{email} shows them. */
export const noteUpdates = [
  defineLiveUpdate('NoteTaken', showNote('note-added')),
  defineLiveUpdate('NoteEdited', showNote('note-changed')),
  defineLiveUpdate('NoteRestored', showNote('note-added')),
  defineLiveUpdate('NoteRemoved', ownRecordRemoved('note-removed')),
];
