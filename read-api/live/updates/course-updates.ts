import { streamId } from '#events/catalogue/stream-id.ts';
import { presentLiveCourse } from '../../resources/courses/present.ts';
import { allMarkersRooms, type RoomList, userRoom } from '../rooms.ts';
import { defineLiveUpdate, type RequiredRows } from './define-live-update.ts';
import type { LiveUpdateContent } from './live-update.ts';
import type { LiveUpdateRows } from './live-update-rows.ts';

const subjectOf = (stream: string) => `course:${streamId(stream)}`;

const rowsToFindNotifiedUsers = (stream: string): RequiredRows => ({
  courseInstructors: [streamId(stream)],
  enrolledUserRooms: [streamId(stream)],
});

/** Returns the rooms of the students and the teacher of the course, who may have a notification about it. */
const roomsOfNotifiedUsers = (stream: string, rows: LiveUpdateRows): readonly RoomList[] => {
  const id = streamId(stream);
  const instructorId = rows.courseInstructors.get(id)?.instructor_id ?? null;
  return [rows.enrolledUserRooms.get(id) ?? [], instructorId === null ? [] : [userRoom(instructorId)]];
};

/** Sends the course to everybody. */
const showCourse = (kind: 'course-added' | 'course-changed' | 'course-restored') => ({
  requiredRows: ({ stream }: { stream: string }): RequiredRows => ({
    courses: [streamId(stream)],
    ...rowsToFindNotifiedUsers(stream),
  }),
  create: ({ stream }: { stream: string }, rows: LiveUpdateRows): LiveUpdateContent => {
    const row = rows.courses.get(streamId(stream));
    return {
      subject: subjectOf(stream),
      notifiedRooms: roomsOfNotifiedUsers(stream, rows),
      deliveries: row ? [{ to: ['everyone'], message: { kind, data: presentLiveCourse(row) } }] : [],
    };
  },
});

const editedCourse = showCourse('course-changed');

export const courseUpdates = [
  defineLiveUpdate('CourseAdded', showCourse('course-added')),
  defineLiveUpdate('CourseEdited', {
    ...editedCourse,
    create: (event, rows) => {
      const { notifiedRooms = [], ...content } = editedCourse.create(event, rows);
      // Another teacher, or none, now marks the quizzes of the course. The event does not name the former teacher, so all users who
      // may mark are notified.
      const isHandedOver = event.data.changes.instructorId !== undefined;
      if (!isHandedOver) return { ...content, notifiedRooms };
      return {
        ...content,
        notifiedRooms: [...notifiedRooms, allMarkersRooms],
        // The former teacher may no longer read the answers in quizzes of the course. The event does not name them, so this applies
        // to all Instructors.
        endsAccess: { courseId: streamId(event.stream), rooms: ['role:Instructor'] },
      };
    },
  }),
  defineLiveUpdate('CourseRestored', showCourse('course-restored')),
  defineLiveUpdate('CourseRemoved', {
    requiredRows: ({ stream }) => rowsToFindNotifiedUsers(stream),
    create: ({ stream }, rows) => ({
      subject: subjectOf(stream),
      notifiedRooms: roomsOfNotifiedUsers(stream, rows),
      isRemoval: true,
      deliveries: [
        { to: ['everyone'], message: { kind: 'course-removed', data: { _id: streamId(stream) } } },
      ],
    }),
  }),
];
