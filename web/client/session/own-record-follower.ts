import { pause } from '#concurrency/pause.ts';
import type { User, UserType } from '#contract/schemas/users.ts';
import type { SessionController } from './session-controller.ts';

/** The pauses before the requests for the new record, in milliseconds. */
const pausesMs = [0, 500, 1_000, 2_000, 4_000];

const isSameRecord = (one: User, other: User): boolean =>
  one.userType === other.userType &&
  one.wishedType === other.wishedType &&
  one.name === other.name &&
  one.imageUrl === other.imageUrl &&
  one.email === other.email;

/**
 * Creates a follower, which keeps the session's copy of the user's record current. It fetches the record after a live update about
 * it. The server that answers may not have the change yet. So the record is requested up to five times, until it has the change. If a
 * newer update arrives, the requests for the older one end.
 */
export const createOwnRecordFollower = (
  getSession: () => Pick<SessionController, 'current' | 'refreshRole'>,
) => {
  let lastUpdateNumber = 0;

  const getRecord = (): User | null => {
    const { role } = getSession().current();
    return role.status === 'known' ? role.record : null;
  };

  const refreshUntil = async (isCurrent: (record: User) => boolean): Promise<void> => {
    const session = getSession();
    const updateNumber = ++lastUpdateNumber;
    const uid = session.current().person?.uid;
    const isDone = () => {
      const { person } = session.current();
      const record = getRecord();
      const hasChange = record !== null && isCurrent(record);
      return hasChange || updateNumber !== lastUpdateNumber || person === null || person.uid !== uid;
    };
    for (const [index, pauseMs] of pausesMs.entries()) {
      await pause(pauseMs);
      if (index > 0 && isDone()) return;
      await session.refreshRole();
      if (isDone()) return;
    }
  };

  return {
    onRoleChanged: (userType: UserType): Promise<void> =>
      refreshUntil((record) => record.userType === userType),
    /** Handles a changed record, which may be that of another user. */
    onRecordChanged: async (changed: User): Promise<void> => {
      const own = getRecord();
      if (own?._id !== changed._id) return;
      // Even if the session has the change already, the requests for an older change must end.
      if (isSameRecord(own, changed)) lastUpdateNumber += 1;
      else await refreshUntil((record) => isSameRecord(record, changed));
    },
    /** Handles a refetch. Does nothing unless the record is known: a request may be in progress, and a new one would supersede it. */
    onRefetch: async (): Promise<void> => {
      if (getRecord() !== null) await getSession().refreshRole();
    },
  };
};
