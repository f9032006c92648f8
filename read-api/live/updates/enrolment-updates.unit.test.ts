import { expect, test } from 'vitest';
import { liveMessage } from '#contract/live-messages.ts';
import { roomsOf } from '../rooms.ts';
import { createLiveUpdates } from './create-live-updates.ts';
import { dropRemovedSubjects } from './live-update.ts';
import {
  courseId,
  courseRow,
  enrolment,
  enrolmentRef,
  messageAfterRemoval,
  messageOf,
  recordedEvent,
  rows,
  streamOfEnrolment,
  userId,
} from './testing/rows-and-events.ts';

test('sends progress only to the student, and not after they have left the course', () => {
  const completed = recordedEvent(6, streamOfEnrolment, {
    type: 'ModuleCompleted',
    data: { ...enrolmentRef, module: 2 },
  });
  const current = { ...rows([], []), enrolments: new Map([[enrolment.enrolment_id, enrolment]]) };
  const message = messageOf(completed, current, roomsOf({ id: userId, userType: 'Student' }));
  expect(liveMessage.parse(message)).toEqual(message);
  expect(message).toMatchObject({
    kind: 'progress-changed',
    data: { _id: enrolment.enrolment_id, completedModules: 2, courseName: 'CSE' },
  });
  for (const userType of ['Student', 'Instructor', 'Admin'] as const)
    expect(messageOf(completed, current, roomsOf({ id: courseId, userType }))).toBeNull();
  expect(messageOf(completed, current, roomsOf(null))).toBeNull();
  const left = recordedEvent(7, streamOfEnrolment, { type: 'StudentLeft', data: enrolmentRef });
  const updates = dropRemovedSubjects(createLiveUpdates([completed, left], current));
  expect(updates.map(({ deliveries }) => deliveries.map(({ message: { kind } }) => kind))).toEqual([
    [],
    ['enrolment-removed'],
  ]);
});

test('does not send the progress of a removed user', () => {
  const current = { ...rows([courseRow], []), enrolments: new Map([[enrolment.enrolment_id, enrolment]]) };
  const completed = recordedEvent(6, streamOfEnrolment, {
    type: 'ModuleCompleted',
    data: { ...enrolmentRef, module: 2 },
  });
  expect(messageAfterRemoval(completed, current, roomsOf({ id: userId, userType: 'Student' }))).toBeNull();
});
