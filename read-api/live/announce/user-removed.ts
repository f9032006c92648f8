import { streamId } from '#events/catalogue/stream-id.ts';
import { actorOf } from '#events/log/person-of-event.ts';
import { accountRoom } from '../rooms.ts';
import { userSubject } from './about-user.ts';
import { announces } from './announces.ts';

/** The person learns that the account is gone and stands in no room but their own from here on. */
export const userRemoved = announces('UserRemoved', {
  needs: () => ({}),
  announce: (event) => {
    const id = streamId(event.stream);
    const byYourself = actorOf(event) === id ? ({ byYourself: true } as const) : {};
    return {
      subject: userSubject(id),
      withdraws: true,
      membership: { userId: id, userType: null },
      deliveries: [
        {
          to: [accountRoom(id)],
          message: { kind: 'own-role-changed', data: { userType: null, ...byYourself } },
        },
        { to: ['role:Admin'], message: { kind: 'user-removed', data: { _id: id } } },
        // Whose it was is nobody else's business, nor what they had written.
        { to: ['everyone'], message: { kind: 'person-removed', data: null } },
      ],
    };
  },
});
