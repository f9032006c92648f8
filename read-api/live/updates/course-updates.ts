import { streamId } from '#events/catalogue/stream-id.ts';
import { presentCourse } from '../../resources/courses/present.ts';
import type { RoomList } from '../rooms.ts';
import { defineLiveUpdate, type RequiredRows } from './define-live-update.ts';
import type { LiveUpdateContent } from './live-update.ts';
import type { LiveUpdateRows } from './live-update-rows.ts';

const subjectOf = (stream: string) => `course:${streamId(stream)}`;

/** The students of the course, who have a notification about it. */
const notifiedStudents = (stream: string, rows: LiveUpdateRows): readonly RoomList[] => [
  rows.enrolledUserRooms.get(streamId(stream)) ?? [],
];

/** The course as GET /courses/{id} shows it, to everybody. */
const showCourse = (kind: 'course-added' | 'course-changed' | 'course-restored') => ({
  requiredRows: ({ stream }: { stream: string }): RequiredRows => ({
    courses: [streamId(stream)],
    enrolledUserRooms: [streamId(stream)],
  }),
  create: ({ stream }: { stream: string }, rows: LiveUpdateRows): LiveUpdateContent => {
    const row = rows.courses.get(streamId(stream));
    return {
      subject: subjectOf(stream),
      notifies: notifiedStudents(stream, rows),
      deliveries: row ? [{ to: ['everyone'], message: { kind, data: presentCourse(row) } }] : [],
    };
  },
});

export const courseUpdates = [
  defineLiveUpdate('CourseAdded', showCourse('course-added')),
  defineLiveUpdate('CourseEdited', showCourse('course-changed')),
  defineLiveUpdate('CourseRestored', showCourse('course-restored')),
  defineLiveUpdate('CourseRemoved', {
    requiredRows: ({ stream }) => ({ enrolledUserRooms: [streamId(stream)] }),
    create: ({ stream }, rows) => ({
      subject: subjectOf(stream),
      notifies: notifiedStudents(stream, rows),
      isRemoval: true,
      deliveries: [
        { to: ['everyone'], message: { kind: 'course-removed', data: { _id: streamId(stream) } } },
      ],
    }),
  }),
];
