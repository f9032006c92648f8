import { type AdminsEvent, adminsStream } from '#events/catalogue/streams/admins.ts';
import type { StreamRead } from '#events/log/aggregate.ts';

/**
 * All Admins, from one stream. If two Admins dismiss each other at the same time, the second append is a conflict, so one of
 * them remains.
 */
export type AdminListState = {
  /** User ids. */
  admins: ReadonlySet<string>;
  /** Whether an Admin was ever dismissed, by a change of role or by the removal of the account. */
  hasDismissed: boolean;
};

const evolve = (state: AdminListState, event: AdminsEvent): AdminListState => {
  switch (event.type) {
    case 'AdminAppointed':
      return { ...state, admins: new Set([...state.admins, event.data.userId]) };
    case 'AdminDismissed':
      return {
        admins: new Set([...state.admins].filter((id) => id !== event.data.userId)),
        hasDismissed: true,
      };
    default:
      return state;
  }
};

/** Returns the event that adds a user to the list, if they are not in it. */
export const appointAdmin = (userId: string, { admins }: AdminListState): AdminsEvent[] =>
  admins.has(userId) ? [] : [{ type: 'AdminAppointed', data: { userId } }];

/**
 * Returns whether `ADMIN_EMAILS` counts. After the first dismissal it does not, because a dismissed Admin could register again with a
 * different account and the same address. It counts again while there is no Admin, for example after the restore of a backup.
 */
export const canAppointConfiguredAdmins = ({ admins, hasDismissed }: AdminListState): boolean =>
  !hasDismissed || admins.size === 0;

export const adminList: StreamRead<AdminListState, AdminsEvent> = {
  stream: adminsStream,
  aggregate: { name: 'admins', initial: { admins: new Set(), hasDismissed: false }, evolve },
};
