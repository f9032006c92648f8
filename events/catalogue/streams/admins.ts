import { z } from 'zod';
import { defineEvent, type EventOf } from '../define-event.ts';

/**
 * Stream `admins`: who is an Admin. Whatever makes or unmakes an Admin appends here in the same append, with
 * the version it decided on, so two admins who demote each other at once cannot both succeed.
 */
export const adminsEvents = {
  AdminAppointed: defineEvent({
    type: 'AdminAppointed',
    summary: 'A person became an Admin.',
    schema: z.object({ userId: z.uuid() }),
  }),
  AdminDismissed: defineEvent({
    type: 'AdminDismissed',
    summary: 'A person is no longer an Admin.',
    schema: z.object({ userId: z.uuid() }),
  }),
} as const;
export type AdminsEvent = EventOf<(typeof adminsEvents)[keyof typeof adminsEvents]>;

export const adminsStream = 'admins';
