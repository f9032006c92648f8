import { pause } from '#concurrency/pause.ts';
import type { UserType } from '#contract/schemas/users.ts';
import type { SessionController } from './session-controller.ts';

/** The pauses before the requests for the new role, in milliseconds. */
const pausesMs = [0, 500, 1_000, 2_000, 4_000];

/**
 * Creates a function that fetches the role after a live update about it. The update can arrive before the server that answers has the new
 * role, so the role is requested again while the answer differs from the update. A newer update ends this.
 */
export const createRoleUpdateFollower = (
  getSession: () => Pick<SessionController, 'current' | 'refreshRole'>,
): ((userType: UserType) => Promise<void>) => {
  let lastUpdate = 0;
  return async (userType) => {
    const session = getSession();
    const update = ++lastUpdate;
    const uid = session.current().person?.uid;
    const isDone = () => {
      const { person, role } = session.current();
      const hasRole = role.status === 'known' && role.record.userType === userType;
      return hasRole || update !== lastUpdate || person === null || person.uid !== uid;
    };
    for (const [index, pauseMs] of pausesMs.entries()) {
      await pause(pauseMs);
      if (index > 0 && isDone()) return;
      await session.refreshRole();
      if (isDone()) return;
    }
  };
};
