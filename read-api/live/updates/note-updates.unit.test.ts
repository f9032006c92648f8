import { expect, test } from 'vitest';
import { liveMessage } from '#contract/live-messages.ts';
import { noteStream } from '#events/catalogue/streams/note.ts';
import type { RecordedEvent } from '#events/log/log.ts';
import type { NoteRow } from '../../resources/notes/present.ts';
import { roomsOf } from '../rooms.ts';
import { createLiveUpdates } from './create-live-updates.ts';
import { dropRemovedSubjects } from './live-update.ts';
import {
  at,
  courseId,
  enrolment,
  messageOf,
  recordedEvent,
  rows,
  userId,
} from './testing/rows-and-events.ts';

test('sends a note only to its student, as its GET shows it, and not after it was removed', () => {
  const row: NoteRow = {
    ...{ id: '44444444-4444-4444-8444-444444444444', course_id: courseId },
    ...{ enrolment_id: enrolment.enrolment_id, course_called_by: 'enrolment', module: 3, second: 84 },
    ...{ text: 'Carry the one.', taken_at: at, edited_at: null },
    ...{ name: 'Databases', code: 'CSE', image_url: '/a.svg', email: 'grace@example.org' },
  };
  const stream = noteStream(row.id);
  const edited = recordedEvent(8, stream, { type: 'NoteEdited', data: { userId, text: 'Carry the one.' } });
  const current = { ...rows([], []), notes: new Map([[row.id, row]]) };
  const message = messageOf(edited, current, roomsOf({ id: userId, userType: 'Student' }));
  expect(liveMessage.parse(message)).toEqual(message);
  expect(message).toMatchObject({
    kind: 'note-changed',
    data: { _id: row.id, notes: 'Carry the one.', courseId: enrolment.enrolment_id, second: 84 },
  });
  for (const userType of ['Student', 'Instructor', 'Admin'] as const)
    expect(messageOf(edited, current, roomsOf({ id: courseId, userType }))).toBeNull();
  expect(messageOf(edited, current, roomsOf(null))).toBeNull();
  const removal = recordedEvent(9, stream, { type: 'NoteRemoved', data: { userId } });
  const restoration = recordedEvent(10, stream, { type: 'NoteRestored', data: { userId } });
  const kinds = (...events: RecordedEvent[]) =>
    dropRemovedSubjects(createLiveUpdates(events, current)).flatMap(({ deliveries }) =>
      deliveries.map(({ message: { kind } }) => kind),
    );
  expect(kinds(edited, removal)).toEqual(['note-removed']);
  expect(kinds(edited, removal, restoration)).toEqual(['note-removed', 'note-added']);
});
