import { z } from 'zod';
import { userType } from '#contract/schemas/users.ts';
import { defineEvent, type EventOf } from '../define-event.ts';
import { identifying, personal } from '../field-marks.ts';

/** Returns the person whose key encrypts the personal fields: the user, whose id is the id of the stream. */
const subject = (streamId: string) => streamId;

/** Stream `user-<id>`; the id is a UUIDv5 of the identity provider's uid. */
export const userEvents = {
  UserRegistered: defineEvent({
    type: 'UserRegistered',
    summary: 'A user registered.',
    schema: z.object({
      /** The identity provider's uid: random, and useless once the identity is deleted. */
      identity: identifying(z.string()),
      name: personal(z.string()),
      email: personal(z.string()),
      imageUrl: personal(z.string()),
      userType,
      /** A requested role that an Admin has to grant. */
      wishedType: z.nullable(userType),
    }),
    subject,
  }),
  UserProfileEdited: defineEvent({
    type: 'UserProfileEdited',
    isPublicAct: true,
    summary: 'A user changed their name or picture.',
    schema: z.object({ name: personal(z.string()), imageUrl: personal(z.string()) }),
    subject,
  }),
  UserEmailChanged: defineEvent({
    type: 'UserEmailChanged',
    // Public answers show a part of the address beside the name.
    isPublicAct: true,
    summary: 'A user changed their e-mail address at the identity provider, and the account followed.',
    schema: z.object({
      email: personal(z.string()),
      /** When the provider issued the token with this address. Older tokens do not change the address back. */
      confirmedAt: personal(z.string()),
    }),
    subject,
  }),
  UserRoleChanged: defineEvent({
    type: 'UserRoleChanged',
    summary:
      "An Admin set a user's role, or ADMIN_EMAILS made the user an Admin; this also closes a pending role request.",
    schema: z.object({ from: userType, to: userType }),
  }),
  UserWishDeclined: defineEvent({
    type: 'UserWishDeclined',
    summary: 'An Admin declined the role that a user had requested.',
    schema: z.object({ wishedType: userType }),
  }),
  UserRemoved: defineEvent({
    type: 'UserRemoved',
    isPublicAct: true,
    summary:
      'An Admin removed a user, or the user deleted their account; the key of the personal data was destroyed.',
    schema: z.object({}),
  }),
};
export type UserEvent = EventOf<(typeof userEvents)[keyof typeof userEvents]>;

export const userStream = (id: string) => `user-${id}`;
