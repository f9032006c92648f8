/** Rows and events from which the tests of live updates start: one course, and one user who is enrolled in it. */
import type { UserType } from '#contract/schemas/users.ts';
import type { DomainEvent } from '#events/catalogue/catalogue.ts';
import { enrolmentStream } from '#events/catalogue/streams/enrolment.ts';
import { userStream } from '#events/catalogue/streams/user.ts';
import type { RecordedEvent } from '#events/log/log.ts';
import type { LiveCourseRow } from '../../../resources/courses/present.ts';
import type { EnrolmentRow } from '../../../resources/enrolments/present.ts';
import type { UserRow } from '../../../resources/users/present.ts';
import type { Room } from '../../rooms.ts';
import { createLiveUpdates } from '../create-live-updates.ts';
import { dropRemovedSubjects, messageFor } from '../live-update.ts';
import { type LiveUpdateRows, mapRowKinds } from '../live-update-rows.ts';

export const courseId = '11111111-1111-4111-8111-111111111111';
export const userId = '22222222-2222-4222-8222-222222222222';
export const at = new Date('2026-01-02T03:04:05Z');

export const courseRow: LiveCourseRow = {
  id: courseId,
  code: 'CSE',
  name: 'Databases',
  duration: '3',
  difficulty: '7',
  category: 'Engineering',
  details: 'Tables.',
  instructor: 'Ada',
  price: 10,
  image_url: '/a.svg',
  instructor_id: null,
  videos: null,
  added_at: at,
  added: 1,
  updated_at: at,
  version: 1,
};
export const userRow = (user_type: UserType): UserRow => ({
  id: userId,
  name: 'Grace',
  email: 'grace@example.org',
  image_url: '/g.svg',
  user_type,
  wished_type: null,
  registered_at: at,
});
/** Returns what the database has for a page of events: these courses and users, and nothing else. */
export const rows = (courses: LiveCourseRow[], users: UserRow[]): LiveUpdateRows => ({
  ...(mapRowKinds(() => new Map()) as LiveUpdateRows),
  courses: new Map(courses.map((row) => [row.id, row])),
  users: new Map(users.map((row) => [row.id, row])),
});
/** Returns an event as it is read from the log. */
export const recordedEvent = (position: number, stream: string, event: DomainEvent): RecordedEvent => ({
  ...event,
  position,
  stream,
  version: 1,
  recordedAt: at,
  commandId: courseId,
  metadata: { actor: null, correlationId: 'a' },
});
export const removed = recordedEvent(4, userStream(userId), { type: 'UserRemoved', data: {} });

export const enrolmentRef = { userId, courseId };
export const enrolment: EnrolmentRow = {
  ...courseRow,
  enrolment_id: '33333333-3333-4333-8333-333333333333',
  enrolled_at: at,
  started_at: at,
  started_by: 'enrolment',
  completed_modules: 2,
  withdrawn: false,
  email: 'grace@example.org',
};
export const streamOfEnrolment = enrolmentStream(enrolment.enrolment_id);

/** Returns the message of an event that a client in these rooms receives; null if it receives none. */
export const messageOf = (event: RecordedEvent, current: LiveUpdateRows, rooms: Room[]) => {
  const [update] = createLiveUpdates([event], current);
  return update ? messageFor(update, new Set(rooms)) : null;
};

/** Returns the message of an event that a client receives if it catches up after the user was removed. */
export const messageAfterRemoval = (event: RecordedEvent, current: LiveUpdateRows, rooms: Room[]) => {
  const before = createLiveUpdates([event], current);
  if (!before[0] || !messageFor(before[0], new Set(rooms)))
    throw new Error('The event has no message for these rooms even before the removal.');
  const [update] = dropRemovedSubjects([
    ...before,
    ...createLiveUpdates([{ ...removed, position: 20 }], current),
  ]);
  return update ? messageFor(update, new Set(rooms)) : null;
};
