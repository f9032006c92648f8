/**
 * Clears the session storage of a tab and the chosen role when a session ends, and the local and session storage of a user whose
 * account is gone. Other modules delete what they store: the listeners of `followStorageOwner` (answers, pending actions, drafts, the
 * setting of notifications), `signed-in-hint.ts` and `idle-sign-out.ts`.
 */
import { store } from '../store.ts';
import { forgetChosenRole, forgetChosenRoles } from './chosen-role.ts';
import { sessionAtom } from './session.ts';
import { isAccountGone, sessionNotices } from './session-notices.ts';
import { wasSignedIn } from './signed-in-hint.ts';
import { followStorageOwner } from './storage-owner.ts';

/** A setting of the device, not of an account. */
const themeKey = 'lyceum-theme';

const listKeys = (storage: Storage): string[] =>
  Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');

/** Keys of one user's data end with the user's id. Keys without an id belong to the signed-in user. */
const belongsTo = (key: string, uid: string): boolean =>
  key.startsWith('lyceum-') && key !== themeKey && (!key.includes(' ') || key.endsWith(` ${uid}`));

/** Removes what a user has stored in this browser (for example settings) and in this tab (for example drafts). */
const clearUserStorage = (uid: string): void => {
  try {
    for (const storage of [localStorage, sessionStorage])
      for (const key of listKeys(storage)) if (belongsTo(key, uid)) storage.removeItem(key);
  } catch {
    // Storage is forbidden: it is empty.
  }
};

/** Removes what the client has stored in this tab, except the drafts and quiz answers of `uid`. If `uid` is null, removes all of it. */
const clearTabStorageOfOthers = (uid: string | null): void => {
  try {
    for (const key of listKeys(sessionStorage))
      if (key.startsWith('lyceum-') && (uid === null || !key.endsWith(` ${uid}`)))
        sessionStorage.removeItem(key);
  } catch {
    // Storage is forbidden: it is empty.
  }
};

/**
 * Whether a user was signed in when the page was loaded. This module is loaded before the identity provider reports a user. Its functions may
 * be called later: by then, a report that nobody is signed in has removed the hint.
 */
const wasSignedInAtLoad = wasSignedIn();

/**
 * When the session of a user ends, clears what the user has stored in this tab. If the session ended while the tab was closed, clears it
 * when the tab opens. Call it once, after `startLoadingNoteDrafts` and `startLoadingCourseDraft`, which first copy drafts into memory.
 */
export const clearTabStorageOfEndedSessions = (): void =>
  followStorageOwner(({ uid, previousUid }) => {
    clearTabStorageOfOthers(uid);
    // A registration stores the chosen role before the person's first session. The role is forgotten when that session ends.
    if (typeof previousUid === 'string') forgetChosenRole(previousUid);
    else if (uid === null && wasSignedInAtLoad) forgetChosenRoles();
  });

/**
 * From now on, clears the storage of a user when this tab learns that the account is gone. The response cache and the outbox clear
 * their databases themselves. Called once.
 */
export const clearStorageOfDeletedAccounts = (): void => {
  let lastUid: string | null = null;
  const followSession = () => {
    const session = store.get(sessionAtom);
    if (session.status === 'signed-in') lastUid = session.person.uid;
  };
  store.sub(sessionAtom, followSession);
  followSession();
  sessionNotices.on((notice) => {
    if (isAccountGone(notice) && lastUid !== null) clearUserStorage(lastUid);
  });
};
