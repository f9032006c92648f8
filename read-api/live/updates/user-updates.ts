import { streamId } from '#events/catalogue/stream-id.ts';
import { actorOf } from '#events/log/person-of-event.ts';
import { presentUser } from '../../resources/users/present.ts';
import { accountRoom, allMarkersRooms, userRoom } from '../rooms.ts';
import { defineLiveUpdate, type RequiredRows } from './define-live-update.ts';
import type { Delivery, LiveUpdateContent } from './live-update.ts';
import type { LiveUpdateRows } from './live-update-rows.ts';

export const userSubject = (id: string) => `user:${id}`;

/** Sends a user's record to Admins and to the user, as GET /users shows it. */
const showUser = (kind: 'user-registered' | 'user-changed') => ({
  requiredRows: ({ stream }: { stream: string }): RequiredRows => ({ users: [streamId(stream)] }),
  create: ({ stream }: { stream: string }, rows: LiveUpdateRows): LiveUpdateContent => {
    const id = streamId(stream);
    const row = rows.users.get(id);
    return {
      subject: userSubject(id),
      deliveries: row
        ? [{ to: ['role:Admin', userRoom(id)], message: { kind, data: presentUser(row) } }]
        : [],
    };
  },
});

/** Like {@link showUser}, for a declined role request. The user is notified of it. */
const showUserWithoutRequest = () => {
  const { requiredRows, create } = showUser('user-changed');
  return {
    requiredRows,
    create: (event: { stream: string }, rows: LiveUpdateRows): LiveUpdateContent => ({
      ...create(event, rows),
      notifiedRooms: [[userRoom(streamId(event.stream))]],
    }),
  };
};

/** Like {@link showUser}, but the user receives the new role, and is then moved to the rooms of that role. */
const showUserWithNewRole = (kind: 'user-registered' | 'user-changed') => {
  const { requiredRows, create } = showUser(kind);
  return {
    requiredRows,
    create: (event: { stream: string }, rows: LiveUpdateRows): LiveUpdateContent => {
      const userId = streamId(event.stream);
      const update = create(event, rows);
      const row = rows.users.get(userId);
      if (!row) return update;
      const userType = row.user_type;
      const toUser: Delivery = {
        to: [accountRoom(userId)],
        message: { kind: 'own-role-changed', data: { userType } },
      };
      return {
        ...update,
        notifiedRooms: [[userRoom(userId)]],
        roleChange: { userId, userType },
        deliveries: [toUser, ...update.deliveries],
      };
    },
  };
};

export const userUpdates = [
  defineLiveUpdate('UserRegistered', showUserWithNewRole('user-registered')),
  defineLiveUpdate('UserRoleChanged', showUserWithNewRole('user-changed')),
  defineLiveUpdate('UserProfileEdited', showUser('user-changed')),
  defineLiveUpdate('UserEmailChanged', showUser('user-changed')),
  defineLiveUpdate('UserWishDeclined', showUserWithoutRequest()),
  defineLiveUpdate('UserRemoved', {
    requiredRows: () => ({}),
    create: (event) => {
      const id = streamId(event.stream);
      const byYourself = actorOf(event) === id ? ({ byYourself: true } as const) : {};
      return {
        subject: userSubject(id),
        isRemoval: true,
        // The quizzes of the user no longer wait for marks. The event does not name their courses, so all users who may mark are notified.
        notifiedRooms: [allMarkersRooms],
        roleChange: { userId: id, userType: null },
        deliveries: [
          {
            to: [accountRoom(id)],
            message: { kind: 'own-role-changed', data: { userType: null, ...byYourself } },
          },
          { to: ['role:Admin'], message: { kind: 'user-removed', data: { _id: id } } },
          // Everybody else must fetch again what users wrote, without learning who was removed.
          { to: ['everyone'], message: { kind: 'person-removed', data: null } },
        ],
      };
    },
  }),
];
