import { atom } from 'jotai';
import { sessionAtom, sessionStateAtom, studentEmailAtom } from '../session/session.ts';
import { wasSignedIn } from '../session/signed-in-hint.ts';
import { store } from '../store.ts';
import { visitor } from './response-store.ts';

/**
 * The owner of stored responses: a student's provider id, or `visitor`. Null while the user or their role is not known, and for Admins
 * and Instructors, whose responses contain other people's data and are not stored. If nobody was signed in at the last visit, the owner
 * is `visitor` even while the session is loading.
 */
const cacheOwnerAtom = atom<string | null>((get) => {
  const session = get(sessionAtom);
  if (session.status === 'visitor') return visitor;
  if (session.status === 'loading') return wasSignedIn() ? null : visitor;
  return get(studentEmailAtom) === null ? null : session.person.uid;
});

/** The first elements of the query keys whose data is useful offline. Data that changes every second is not. */
const cacheableKeys = new Set<unknown>([
  'courses',
  'bookmarks',
  'enrolments',
  'notes',
  'announcements',
  'announcements-seen',
  'playback',
  'reviews',
  'ratings',
  'course-figures',
  'trending',
  'certificates',
  'activity',
  'quizzes',
]);

export const isCacheable = (queryKey: readonly unknown[]): boolean => cacheableKeys.has(queryKey[0]);

/** How long to wait for the user and their role to be known. */
const sessionTimeoutMs = 10_000;

const isSessionLoaded = (): boolean => {
  const session = store.get(sessionAtom);
  if (session.status === 'loading') return false;
  return session.status === 'visitor' || session.role !== 'loading';
};

/**
 * Resolves with the owner as soon as the session has loaded, or after {@link sessionTimeoutMs}. It waits because a request
 * that fails before the session has loaded needs the owner to find its stored response.
 */
export const resolveCacheOwner = async (): Promise<string | null> => {
  if (!isSessionLoaded())
    await new Promise<void>((resolve) => {
      const finish = () => {
        clearTimeout(timer);
        unsubscribe();
        resolve();
      };
      const timer = setTimeout(finish, sessionTimeoutMs);
      const unsubscribe = store.sub(sessionAtom, () => {
        if (isSessionLoaded()) finish();
      });
    });
  return store.get(cacheOwnerAtom);
};

const getCurrentUid = (): string | null => store.get(sessionStateAtom).person?.uid ?? null;

/**
 * Returns the owner of a response that has just arrived, as {@link resolveCacheOwner} does. Also returns null if the user signs out
 * before the session has loaded: a user's response must not be stored for the next user or for visitors.
 */
export const resolveResponseOwner = async (): Promise<string | null> => {
  const uidBefore = getCurrentUid();
  const owner = await resolveCacheOwner();
  return uidBefore === null || uidBefore === getCurrentUid() ? owner : null;
};
