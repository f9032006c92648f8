import { type AdminsEvent, adminsStream } from '#events/catalogue/admins.ts';
import type { UserType } from '#contract/users.ts';
import type { StreamRead } from '#events/log/aggregate.ts';
import { problemError } from '#platform/problems.ts';

/** Who is an Admin. Every change appends to the one stream `admins` at the version it saw, so the last one stays. */
export type AdminsState = ReadonlySet<string>;

const evolve = (state: AdminsState, event: AdminsEvent): AdminsState => {
  switch (event.type) {
    case 'AdminAppointed':
      return new Set([...state, event.data.userId]);
    case 'AdminDismissed':
      return new Set([...state].filter((id) => id !== event.data.userId));
    default:
      return state;
  }
};

export const admins: StreamRead<AdminsState, AdminsEvent> = {
  stream: adminsStream,
  aggregate: { name: 'admins', initial: new Set(), evolve },
};

export const appointAdmin = (userId: string, state: AdminsState): AdminsEvent[] =>
  state.has(userId) ? [] : [{ type: 'AdminAppointed', data: { userId } }];

/** @throws `last-admin` when nobody would be left who could appoint another. */
export const dismissAdmin = (userId: string, state: AdminsState): AdminsEvent[] => {
  if (!state.has(userId)) return [];
  if (state.size === 1)
    throw problemError('last-admin', 'This is the last Admin. Appoint another one first.');
  return [{ type: 'AdminDismissed', data: { userId } }];
};

/** What a change of role means for the stream `admins`: nothing where no Admin is made or unmade. */
export const adminsAfter = (
  change: { userId: string; from: UserType | null; to: UserType | null },
  state: AdminsState,
): AdminsEvent[] => {
  if (change.from === change.to) return [];
  if (change.to === 'Admin') return appointAdmin(change.userId, state);
  return change.from === 'Admin' ? dismissAdmin(change.userId, state) : [];
};
