import type { UserType } from '#contract/users.ts';
import { streamId } from '#events/catalogue/stream-id.ts';
import { presentUser } from '../../resources/users/present.ts';
import type { Announcement, Delivery } from '../announcement.ts';
import { accountRoom, userRoom } from '../rooms.ts';
import type { Needs } from './announces.ts';
import type { Rows } from './rows.ts';

export const userSubject = (id: string) => `user:${id}`;

/** A user is told about with their row. */
export const needsUser = (event: { stream: string }): Needs => ({ users: [streamId(event.stream)] });

/** A user's record to admins and to that person: GET /users and /users/{email} give the same. */
export const tellUser = (
  kind: 'user-registered' | 'user-changed',
  id: string,
  rows: Rows,
): Omit<Announcement, 'position'> => {
  const row = rows.users.get(id);
  const deliveries: Delivery[] = row
    ? [{ to: ['role:Admin', userRoom(id)], message: { kind, data: presentUser(row) } }]
    : [];
  return { subject: userSubject(id), withdraws: false, membership: null, deliveries };
};

/** As {@link tellUser}, and the person is told the new role first, in whose rooms they stand from here on. */
export const tellRole = (
  kind: 'user-registered' | 'user-changed',
  id: string,
  rows: Rows,
): Omit<Announcement, 'position'> => {
  const told = tellUser(kind, id, rows);
  const row = rows.users.get(id);
  if (!row) return told;
  const userType = row.user_type as UserType;
  const own: Delivery = { to: [accountRoom(id)], message: { kind: 'own-role-changed', data: { userType } } };
  return { ...told, membership: { userId: id, userType }, deliveries: [own, ...told.deliveries] };
};
