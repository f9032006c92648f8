import { expect, test } from 'vitest';
import type { CourseEvent } from '#events/catalogue/streams/course.ts';
import type { RecordedEvent } from '#events/log/log.ts';
import { describeEvent } from './describe-event.ts';

test.each([
  ['you', 'You edited a course, and made yourself its instructor.'],
  [{ role: 'Admin' }, 'An Admin edited a course, and made you its instructor.'],
] as const)('says who made the user the instructor of a course, if the cause was %j', (by, words) => {
  const userId = '00000000-0000-4000-8000-000000000001';
  const edit: CourseEvent = { type: 'CourseEdited', data: { changes: { instructorId: userId } } };
  const event = { ...edit, stream: 'course-1' } as RecordedEvent;
  expect(describeEvent(event, { userId, by, isAboutOther: false, courseNames: new Map() }).words).toBe(words);
});
