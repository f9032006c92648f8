import { updated } from '#contract/answers.ts';
import { calls } from '#contract/calls.ts';
import { announcementIdOf } from '#platform/identity/ids.ts';
import { type CommandCall, permittedCommand } from '../calls/command-call.ts';
import { stateCommand } from '../calls/state-command.ts';
import { courseOf } from '../courses/decide.ts';
import { announcementOf } from './announcement.ts';
import { postAnnouncement, restoreAnnouncement, withdrawAnnouncement } from './decide.ts';
import type { KeepSeen } from './seen.ts';

const announcementInPath = (input: { params: { id: string } }) => ({
  announcement: announcementOf(input.params.id),
});

/** @param now the clock that says which day is today; the machine's unless a test says otherwise. */
export const announcementCommands = (
  keepSeen: KeepSeen,
  now: () => Date = () => new Date(),
): readonly CommandCall[] => [
  permittedCommand(
    calls.postAnnouncement,
    ({ identity, key, body }) => {
      const id = announcementIdOf(identity.userId, key);
      return {
        announcement: announcementOf(id),
        // Where it is for everybody, a stream that nobody has stands in for the course's, and is not looked at.
        course: { ...courseOf(body.courseId ?? id), readOnly: true },
      };
    },
    ({ actor, key, body }, states) => {
      const id = announcementIdOf(actor.id, key);
      const { events, answer } = postAnnouncement(
        { id, actor, body, now: now() },
        { announcement: states.announcement, course: body.courseId ? states.course : null },
      );
      return { events: { announcement: events }, answer };
    },
  ),
  permittedCommand(calls.withdrawAnnouncement, announcementInPath, ({ actor }, { announcement }) => {
    const { events, answer } = withdrawAnnouncement(actor, announcement);
    return { events: { announcement: events }, answer };
  }),
  permittedCommand(calls.restoreAnnouncement, announcementInPath, ({ actor }, { announcement }) => {
    const { events, answer } = restoreAnnouncement(actor, announcement);
    return { events: { announcement: events }, answer };
  }),
  stateCommand(calls.seeAnnouncements, {
    reads: () => ({}),
    allow: ({ actor }) => actor.id,
    keep: async (userId, { body }) => {
      const position = await keepSeen(userId, body.position);
      return updated(1, position === body.position ? 1 : 0);
    },
  }),
];
