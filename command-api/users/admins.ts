import { type AdminsEvent, adminsStream } from '#events/catalogue/admins.ts';
import { problemError } from '#platform/problems.ts';
import type { Decider, StreamOf } from '../execution/decider.ts';

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

export const admins: StreamOf<AdminsState, AdminsEvent> = {
  stream: adminsStream,
  decider: { initial: new Set(), evolve } satisfies Decider<AdminsState, AdminsEvent>,
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
