import { z } from 'zod';
import { defineEvent, type EventOf } from '../define-event.ts';

/**
 * Stream `admins`: the users with the role Admin. Every command that appoints or dismisses an Admin also appends here, and expects the
 * version on which its decision was based. So two Admins who demote each other at the same time cannot both succeed.
 */
export const adminsEvents = {
  AdminAppointed: defineEvent({
    type: 'AdminAppointed',
    summary: 'A user became an Admin.',
    schema: z.object({ userId: z.uuid() }),
  }),
  AdminDismissed: defineEvent({
    type: 'AdminDismissed',
    summary: 'A user is no longer an Admin.',
    schema: z.object({ userId: z.uuid() }),
  }),
};
export type AdminsEvent = EventOf<(typeof adminsEvents)[keyof typeof adminsEvents]>;

export const adminsStream = 'admins';
