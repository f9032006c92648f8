import type { UserType } from '#contract/schemas/users.ts';
import type { AdminsEvent } from '#events/catalogue/streams/admins.ts';
import { problemError } from '#platform/problems.ts';
import { type AdminListState, appointAdmin } from '../../aggregates/admin-list.ts';

/**
 * Returns the events that update the list of Admins when a user's role changes. The role is null before the registration and
 * after the removal.
 * @throws `last-admin` if no Admin would be left.
 */
export const updateAdminList = (
  change: { userId: string; from: UserType | null; to: UserType | null },
  state: AdminListState,
): AdminsEvent[] => {
  if (change.from === change.to) return [];
  if (change.to === 'Admin') return appointAdmin(change.userId, state);
  return change.from === 'Admin' ? dismissAdmin(change.userId, state) : [];
};

/** Returns the event that removes an Admin from the list; none if the user is not an Admin. @throws `last-admin`. */
export const dismissAdmin = (userId: string, state: AdminListState): AdminsEvent[] => {
  if (!state.admins.has(userId)) return [];
  if (state.admins.size === 1)
    throw problemError('last-admin', 'This is the last Admin. Appoint another one first.');
  return [{ type: 'AdminDismissed', data: { userId } }];
};
