import { endpoints } from '#contract/endpoints.ts';
import { updated } from '#contract/schemas/command-results.ts';
import type { CommandExecutor } from '#events/log/command-executor.ts';
import { announcementIdOf, studentMessageIdOf } from '#platform/identity/record-ids.ts';
import { announcementById } from '../../aggregates/announcement.ts';
import { courseById } from '../../aggregates/course.ts';
import { userById } from '../../aggregates/user.ts';
import { type CommandHandler, createCommandHandler } from '../../command-handler/command-handler.ts';
import { createStateHandler } from '../../command-handler/state-handler.ts';
import type { AreEnrolled } from '../../read-table-lookups/are-enrolled.ts';
import { isTeacherOrAdmin } from '../courses/course-rules.ts';
import { messageStudents, postAnnouncement, restoreAnnouncement, withdrawAnnouncement } from './decide.ts';
import type { SaveSeenPosition } from './save-seen-position.ts';

const announcementInPath = ({ params }: { params: { id: string } }) => ({
  announcement: announcementById(params.id),
});

/**
 * Returns whether the user may message students of this course. If not, the recipients must not be looked up. While the read table is
 * behind, the lookup fails only if a recipient is not enrolled, so the failure would reveal who is enrolled.
 */
const canMessage = async (executor: Finder, userId: string, courseId: string): Promise<boolean> => {
  const streams = { user: userById(userId), course: courseById(courseId) };
  const found = await executor.find(streams, ({ user, course }) => {
    if (user.status !== 'registered' || course.status !== 'listed') return null;
    const isAllowed = isTeacherOrAdmin({ id: userId, role: user.userType }, course.fields);
    return isAllowed ? true : null;
  });
  return found !== null;
};

/** Returns the id of the course of a message to selected students; null for other announcements and an unknown id. */
const findCourseOfMessage = async (executor: Finder, id: string): Promise<string | null> => {
  const found = await executor.find({ announcement: announcementById(id) }, ({ announcement }) =>
    announcement.status === 'unknown' ? null : announcement,
  );
  return found?.isMessage ? found.courseId : null;
};

type Finder = Pick<CommandExecutor, 'find'>;

type AnnouncementDependencies = {
  saveSeenPosition: SaveSeenPosition;
  areEnrolled: AreEnrolled;
  /** Returns the current time. The date of an announcement must be today. */
  clock: () => Date;
};

export const createAnnouncementHandlers = ({
  saveSeenPosition,
  areEnrolled,
  clock,
}: AnnouncementDependencies): readonly CommandHandler[] => [
  createCommandHandler(endpoints.postAnnouncement, {
    writes: ({ identity, key }) => ({
      announcement: announcementById(announcementIdOf(identity.userId, key)),
    }),
    reads: ({ body: { courseId } }) => ({ course: courseId ? courseById(courseId) : null }),
    decide: ({ actor, key, body }, states) =>
      postAnnouncement({ id: announcementIdOf(actor.id, key), actor, body, now: clock() }, states),
  }),
  createCommandHandler(endpoints.messageStudents, {
    resolve: async ({ identity, params, body }, executor) =>
      (await canMessage(executor, identity.userId, params.id)) && areEnrolled(params.id, body.studentIds),
    writes: ({ identity, params, key }) => ({
      announcement: announcementById(studentMessageIdOf(identity.userId, params.id, key)),
    }),
    reads: ({ params }) => ({ course: courseById(params.id) }),
    decide: ({ actor, key, params, body }, states, areAllEnrolled) =>
      messageStudents(
        {
          id: studentMessageIdOf(actor.id, params.id, key),
          actor,
          courseId: params.id,
          body,
          now: clock(),
        },
        states,
        areAllEnrolled,
      ),
  }),
  createCommandHandler(endpoints.withdrawAnnouncement, {
    writes: announcementInPath,
    decide: ({ actor }, { announcement }) => withdrawAnnouncement(actor, announcement),
  }),
  createCommandHandler(endpoints.restoreAnnouncement, {
    resolve: ({ params }, executor) => findCourseOfMessage(executor, params.id),
    writes: announcementInPath,
    reads: (_, courseId) => ({ course: courseId === null ? null : courseById(courseId) }),
    decide: ({ actor }, states) => restoreAnnouncement(actor, states),
  }),
  createStateHandler(endpoints.seeAnnouncements, {
    write: async ({ identity, body }) => {
      const position = await saveSeenPosition(identity.userId, body.position);
      return updated(1, position === body.position ? 1 : 0);
    },
  }),
];
