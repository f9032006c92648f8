/**
 * Erasure of accounts, by an Admin or by the user. One transaction appends `UserRemoved` and destroys the user's key, which makes all their
 * personal data in the log unreadable. In the same transaction, triggers delete the user's rows outside the log, for example playback
 * positions. The event causes the rest: the projector deletes or empties the rows of the read models with the user's data, and its reactors
 * delete the account at the identity provider and add the user to the removal list.
 */

import { type DeleteAnswer, deleted } from '#contract/schemas/command-results.ts';
import type { AdminsEvent } from '#events/catalogue/streams/admins.ts';
import type { UserEvent } from '#events/catalogue/streams/user.ts';
import { problemError } from '#platform/problems.ts';
import type { AdminListState } from '../../aggregates/admin-list.ts';
import { roleOf, type UserState } from '../../aggregates/user.ts';
import { updateAdminList } from './update-admin-list.ts';

type Erasure = {
  events: { user: readonly UserEvent[]; admins: readonly AdminsEvent[] };
  answer: DeleteAnswer;
  destroyKeysOf?: readonly string[];
};

/** Decides the erasure of an account. Returns no events if the user is unknown or removed. @throws `last-admin` for the last Admin. */
export const eraseAccount = (
  userId: string,
  states: { user: UserState; admins: AdminListState },
): Erasure => {
  if (states.user.status !== 'registered') return { events: { user: [], admins: [] }, answer: deleted(0) };
  const change = { userId, from: roleOf(states.user), to: null };
  return {
    events: {
      user: [{ type: 'UserRemoved', data: {} }],
      admins: updateAdminList(change, states.admins),
    },
    answer: deleted(1),
    destroyKeysOf: [userId],
  };
};

/**
 * Requires that the user typed the e-mail address of their account, so that nobody erases an account by mistake.
 * @param typedEmail the e-mail address that the user typed, in lower case.
 * @param ownEmails the addresses that count as those of the account, in lower case.
 * @throws `invalid-input` if it is a different address.
 */
export const requireErasureConfirmed = (typedEmail: string, ownEmails: readonly string[]): void => {
  if (ownEmails.includes(typedEmail)) return;
  const message = 'This is not the e-mail address of your account.';
  throw problemError('invalid-input', message, [{ path: 'email', message }]);
};
