import { store } from '../store.ts';
import { sessionStateAtom } from './session.ts';

/** The user whose private data may be stored in this browser. */
export type StorageOwner = {
  /** The provider's id of the signed-in user; null if nobody is signed in. */
  uid: string | null;
  /** The `uid` before this change; undefined when the page has just loaded. */
  previousUid: string | null | undefined;
  /**
   * Whether this tab has just signed the previous user out. If not, the session may have ended in another way: for example, it expired,
   * or the user signed out in another tab. Then unsaved texts are held in the memory of this tab, in case the same user signs in again.
   */
  isSignOut: boolean;
};

/**
 * Calls `listener` with the owner of this browser's storage as soon as the identity provider has reported, and after each
 * change. The listener must delete the data of everybody else. A failure of the provider is not a report: a student who has
 * only lost the connection must not lose their unsent notes.
 */
export const followStorageOwner = (listener: (owner: StorageOwner) => void): void => {
  let currentUid: string | null | undefined;
  const follow = () => {
    const { hasReported, person, isSigningOut } = store.get(sessionStateAtom);
    const uid = person?.uid ?? null;
    if (!hasReported || uid === currentUid) return;
    const previousUid = currentUid;
    currentUid = uid;
    listener({ uid, previousUid, isSignOut: isSigningOut });
  };
  store.sub(sessionStateAtom, follow);
  follow();
};
