import { endpoints } from '#contract/endpoints.ts';
import { updated } from '#contract/schemas/command-results.ts';
import { maxPlaybackUpdatesPerMinute } from '#contract/schemas/playback.ts';
import { createRateLimit } from '#platform/http/rate-limit.ts';
import { enrolmentById } from '../../aggregates/enrolment.ts';
import type { CommandHandler } from '../../command-handler/command-handler.ts';
import { createStateHandler } from '../../command-handler/state-handler.ts';
import { resolveEnrolment } from '../enrolments/resolve-enrolment.ts';
import { requireCanSavePosition } from './decide.ts';
import type { SavePlaybackPosition } from './save-playback-position.ts';

export const createPlaybackHandlers = (
  savePlaybackPosition: SavePlaybackPosition,
): readonly CommandHandler[] => {
  const rateLimit = createRateLimit(maxPlaybackUpdatesPerMinute);
  return [
    createStateHandler(endpoints.keepPlayback, {
      resolve: ({ identity: { userId }, body }, executor) =>
        resolveEnrolment(executor, { userId, id: body.enrolmentId }),
      reads: (_, { enrolmentId }) => ({ enrolment: enrolmentById(enrolmentId) }),
      check: (actor, { enrolment }) => requireCanSavePosition(actor, enrolment),
      write: async ({ identity: { userId }, body }, { enrolmentId }) => {
        await rateLimit.count(userId);
        const isLatest = await savePlaybackPosition({ ...body, userId, enrolmentId });
        return updated(1, isLatest ? 1 : 0);
      },
    }),
  ];
};
