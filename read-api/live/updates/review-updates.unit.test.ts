import { expect, test } from 'vitest';
import { liveMessage } from '#contract/live-messages.ts';
import { reviewStream } from '#events/catalogue/streams/review.ts';
import { userStream } from '#events/catalogue/streams/user.ts';
import type { ReviewRow } from '../../resources/reviews/present.ts';
import { roomsOf } from '../rooms.ts';
import { createLiveUpdates } from './create-live-updates.ts';
import { dropRemovedSubjects, messageFor } from './live-update.ts';
import {
  at,
  courseId,
  enrolment,
  enrolmentRef,
  messageOf,
  recordedEvent,
  rows,
  userId,
} from './testing/rows-and-events.ts';

const review: ReviewRow = {
  id: '44444444-4444-4444-8444-444444444444',
  user_id: userId,
  course_id: courseId,
  enrolment_id: enrolment.enrolment_id,
  course_called_by: 'enrolment',
  rating: 8,
  comment: 'Tables, at last.',
  revised: false,
  reviewed_at: at,
  name: 'Databases',
  code: 'CSE',
  image_url: '/a.svg',
  user_name: 'Grace',
  email: 'grace@example.org',
  withdrawn: false,
};
const streamOfReview = reviewStream(review.id);
const submitted = recordedEvent(6, streamOfReview, {
  type: 'ReviewSubmitted',
  data: {
    ...enrolmentRef,
    enrolmentId: enrolment.enrolment_id,
    courseCalledBy: 'enrolment',
    rating: 8,
    comment: null,
  },
});
const withReview = { ...rows([], []), reviews: new Map([[review.id, review]]) };

test('sends a review to everybody, with the full e-mail only to its author and to Admins', () => {
  for (const [rooms, userEmail, own] of [
    [roomsOf(null), 'g•••@example.org', false],
    [roomsOf({ id: courseId, userType: 'Student' }), 'g•••@example.org', false],
    [roomsOf({ id: courseId, userType: 'Instructor' }), 'g•••@example.org', false],
    [roomsOf({ id: courseId, userType: 'Admin' }), 'grace@example.org', false],
    [roomsOf({ id: userId, userType: 'Student' }), 'grace@example.org', true],
  ] as const) {
    const message = messageOf(submitted, withReview, rooms);
    expect(liveMessage.parse(message)).toEqual(message);
    expect(message).toMatchObject({ kind: 'review-added', data: { rating: 8, userEmail, own } });
  }
});

test('does not send a review whose author was removed, or that was removed itself', () => {
  const reviewRemoved = recordedEvent(7, streamOfReview, {
    type: 'ReviewRemoved',
    data: { ...enrolmentRef, by: 'admin' },
  });
  const authorRemoved = recordedEvent(7, userStream(userId), { type: 'UserRemoved', data: {} });
  for (const [end, kind] of [
    [reviewRemoved, 'review-removed'],
    [authorRemoved, 'person-removed'],
  ] as const) {
    const messages = dropRemovedSubjects(createLiveUpdates([submitted, end], withReview)).flatMap(
      (update) => messageFor(update, new Set(roomsOf(null))) ?? [],
    );
    expect(messages.map((message) => message.kind)).toEqual([kind]);
    expect(JSON.stringify(messages)).not.toContain('Tables');
  }
});
