import { type AdminsEvent, adminsStream } from '#events/catalogue/streams/admins.ts';
import type { StreamRead } from '#events/log/aggregate.ts';

/**
 * The user ids of all Admins, from one stream. If two Admins dismiss each other at the same time, the second append is a conflict,
 * so one Admin always remains.
 */
export type AdminListState = ReadonlySet<string>;

const evolve = (state: AdminListState, event: AdminsEvent): AdminListState => {
  switch (event.type) {
    case 'AdminAppointed':
      return new Set([...state, event.data.userId]);
    case 'AdminDismissed':
      return new Set([...state].filter((id) => id !== event.data.userId));
    default:
      return state;
  }
};

/** Returns the event that adds a user to the list, if they are not in it. */
export const appointAdmin = (userId: string, state: AdminListState): AdminsEvent[] =>
  state.has(userId) ? [] : [{ type: 'AdminAppointed', data: { userId } }];

export const adminList: StreamRead<AdminListState, AdminsEvent> = {
  stream: adminsStream,
  aggregate: { name: 'admins', initial: new Set(), evolve },
};
