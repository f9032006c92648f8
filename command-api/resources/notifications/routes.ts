import { endpoints } from '#contract/endpoints.ts';
import { updated } from '#contract/schemas/command-results.ts';
import type { CommandHandler } from '../../command-handler/command-handler.ts';
import { createStateHandler } from '../../command-handler/state-handler.ts';
import type { SaveSeenPosition } from '../announcements/save-seen-position.ts';
import type { SaveSwitchedOff } from './save-switched-off.ts';

/** Creates handlers that save, outside the log, which notifications users have seen and which kinds they have switched off. */
export const createNotificationHandlers = (
  saveSeenPosition: SaveSeenPosition,
  saveSwitchedOff: SaveSwitchedOff,
): readonly CommandHandler[] => [
  createStateHandler(endpoints.seeNotifications, {
    write: async ({ identity, body }) => {
      const position = await saveSeenPosition(identity.userId, body.position);
      return updated(1, position === body.position ? 1 : 0);
    },
  }),
  createStateHandler(endpoints.switchNotifications, {
    write: async ({ identity, body }) => {
      await saveSwitchedOff(identity.userId, [...new Set(body.switchedOff)].sort());
      return updated(1, 1);
    },
  }),
];
