import { z } from 'zod';
import { userType } from '#contract/schemas/users.ts';
import { defineEvent, type EventOf } from '../define-event.ts';
import { identifying } from '../identifying.ts';
import { personal } from '../field-marks.ts';

/** A user's personal data belongs to that user: the stream's id is the person's. */
const subject = (streamId: string) => streamId;

/** Stream `user-<id>`; the id is UUIDv5 of the identity provider's uid. */
export const userEvents = {
  UserRegistered: defineEvent({
    type: 'UserRegistered',
    summary: 'A person registered with the school.',
    schema: z.object({
      /** The identity provider's uid: random, and meaningless once the identity is deleted. */
      identity: identifying(z.string()),
      name: personal(z.string()),
      email: personal(z.string()),
      imageUrl: personal(z.string()),
      userType,
      /** A role wished for that waits for an Admin. */
      wishedType: userType.nullable(),
    }),
    subject,
  }),
  UserProfileEdited: defineEvent({
    type: 'UserProfileEdited',
    summary: 'A person changed their name or picture.',
    schema: z.object({ name: personal(z.string()), imageUrl: personal(z.string()) }),
    subject,
  }),
  UserRoleChanged: defineEvent({
    type: 'UserRoleChanged',
    summary: "An admin changed a person's role; a waiting wish is settled by it.",
    schema: z.object({ from: userType, to: userType }),
  }),
  UserWishDeclined: defineEvent({
    type: 'UserWishDeclined',
    summary: 'An admin declined the role that a person had wished for.',
    schema: z.object({ wishedType: userType }),
  }),
  UserRemoved: defineEvent({
    type: 'UserRemoved',
    summary: "A person was removed; their key is destroyed and their personal data can't be read again.",
    schema: z.object({}),
  }),
} as const;
export type UserEvent = EventOf<(typeof userEvents)[keyof typeof userEvents]>;

export const userStream = (id: string) => `user-${id}`;
