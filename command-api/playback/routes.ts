import { updated } from '#contract/answers.ts';
import { calls } from '#contract/calls.ts';
import { playbacksAMinute } from '#contract/playback.ts';
import { createRateLimit } from '#platform/http/rate-limit.ts';
import { enrolmentIdOf } from '#platform/identity/ids.ts';
import type { CommandCall } from '../calls/command-call.ts';
import { stateCommand } from '../calls/state-command.ts';
import { enrolmentOf } from '../enrolments/enrolment.ts';
import { requireLearning } from './decide.ts';
import type { KeepPlayback } from './keep.ts';

/** PUT /playback. @param perMinute how many a person may send to this node; the contract's number unless a test says otherwise. */
export const playbackCommands = (
  keepPlayback: KeepPlayback,
  perMinute: number = playbacksAMinute,
): readonly CommandCall[] => {
  const limit = createRateLimit(perMinute);
  return [
    stateCommand(calls.keepPlayback, {
      // The id that is sent may be the enrolment's or the course's: both streams are looked at.
      reads: ({ identity, body }) => ({
        enrolment: enrolmentOf(body.enrolmentId),
        ofCourse: enrolmentOf(enrolmentIdOf(identity.userId, body.enrolmentId)),
      }),
      allow: ({ actor, body }, { enrolment, ofCourse }) => {
        const byItsOwnId = enrolment.status !== 'unknown';
        requireLearning(actor, byItsOwnId ? enrolment : ofCourse);
        return byItsOwnId ? body.enrolmentId : enrolmentIdOf(actor.id, body.enrolmentId);
      },
      keep: async (enrolmentId, { identity: { userId }, body }) => {
        await limit.count(userId);
        return updated(1, (await keepPlayback({ ...body, userId, enrolmentId })) ? 1 : 0);
      },
    }),
  ];
};
