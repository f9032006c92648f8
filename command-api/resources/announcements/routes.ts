import { endpoints } from '#contract/endpoints.ts';
import { updated } from '#contract/schemas/command-results.ts';
import { announcementIdOf } from '#platform/identity/record-ids.ts';
import { announcementById } from '../../aggregates/announcement.ts';
import { courseById } from '../../aggregates/course.ts';
import { type CommandHandler, createCommandHandler } from '../../command-handler/command-handler.ts';
import { createStateHandler } from '../../command-handler/state-handler.ts';
import type { AreEnrolled } from '../../read-table-lookups/are-enrolled.ts';
import { messageStudents, postAnnouncement, restoreAnnouncement, withdrawAnnouncement } from './decide.ts';
import type { SaveSeenPosition } from './save-seen-position.ts';

const announcementInPath = ({ params }: { params: { id: string } }) => ({
  announcement: announcementById(params.id),
});

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
    resolve: ({ params, body }) => areEnrolled(params.id, body.studentIds),
    writes: ({ identity, key }) => ({
      announcement: announcementById(announcementIdOf(identity.userId, key)),
    }),
    reads: ({ params }) => ({ course: courseById(params.id) }),
    decide: ({ actor, key, params, body }, states, allEnrolled) =>
      messageStudents(
        { id: announcementIdOf(actor.id, key), actor, courseId: params.id, body, now: clock() },
        states,
        allEnrolled,
      ),
  }),
  createCommandHandler(endpoints.withdrawAnnouncement, {
    writes: announcementInPath,
    decide: ({ actor }, { announcement }) => withdrawAnnouncement(actor, announcement),
  }),
  createCommandHandler(endpoints.restoreAnnouncement, {
    writes: announcementInPath,
    decide: ({ actor }, { announcement }) => restoreAnnouncement(actor, announcement),
  }),
  createStateHandler(endpoints.seeAnnouncements, {
    write: async ({ identity, body }) => {
      const position = await saveSeenPosition(identity.userId, body.position);
      return updated(1, position === body.position ? 1 : 0);
    },
  }),
];
