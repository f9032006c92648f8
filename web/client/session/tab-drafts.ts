/**
 * Texts that a user has typed but not yet submitted. They are in the session storage of the tab, under the user's id, so that they
 * survive a reload. They leave the storage when the session ends, because the next user of the tab could read it. Signing out
 * discards them. If the session ends in another way, this tab holds them in memory until the next sign-in, and restores them if it is the
 * same user's.
 */
import { type Atom, atom } from 'jotai';
import type { z } from 'zod/mini';
import { store } from '../store.ts';
import { followStorageOwner, type StorageOwner } from './storage-owner.ts';

export type TabDrafts<Drafts> = {
  /** The drafts of the signed-in user. */
  draftsAtom: Atom<Drafts>;
  /** Changes and stores the drafts. Has no effect without a signed-in user. */
  update: (change: (before: Drafts) => Drafts) => void;
  /** Loads the drafts of the signed-in user, now and whenever a different user signs in. Called once at start-up. */
  startLoading: () => void;
};

/** Creates the drafts of one kind. @param name part of their key in the storage. */
export const createTabDrafts = <Drafts>(
  name: string,
  schema: z.ZodMiniType<Drafts>,
  noDrafts: Drafts,
): TabDrafts<Drafts> => {
  const stateAtom = atom<{ uid: string | null; drafts: Drafts }>({ uid: null, drafts: noDrafts });
  const keyPrefix = `lyceum-${name} `;
  const getStorageKey = (uid: string) => keyPrefix + uid;

  const load = (uid: string): Drafts => {
    try {
      const stored: unknown = JSON.parse(sessionStorage.getItem(getStorageKey(uid)) ?? 'null');
      return schema.safeParse(stored).data ?? noDrafts;
    } catch {
      return noDrafts;
    }
  };

  /** If the storage is full or blocked, a reload loses the text, but typing still works. */
  const save = (uid: string, drafts: Drafts) => {
    try {
      sessionStorage.setItem(getStorageKey(uid), JSON.stringify(drafts));
    } catch {}
  };

  /** Removes the stored texts of all users but `uid`, and returns them by user. */
  const takeOthers = (uid: string | null): Map<string, Drafts> => {
    const taken = new Map<string, Drafts>();
    try {
      for (const key of Object.keys(sessionStorage)) {
        if (!key.startsWith(keyPrefix) || key === getStorageKey(uid ?? '')) continue;
        const other = key.slice(keyPrefix.length);
        taken.set(other, load(other));
        sessionStorage.removeItem(key);
      }
    } catch {
      // The storage is blocked, so nothing was stored.
    }
    return taken;
  };

  /** The texts of users whose session has ended. */
  let held = new Map<string, Drafts>();

  const followOwner = ({ uid, isSignOut }: StorageOwner) => {
    const before = store.get(stateAtom);
    const others = takeOthers(uid);
    // If the storage was full, the state is newer than the stored texts.
    if (before.uid !== null) others.set(before.uid, before.drafts);
    if (uid === null) {
      held = isSignOut ? new Map() : new Map([...held, ...others]);
      store.set(stateAtom, { uid, drafts: noDrafts });
      return;
    }
    const own = held.get(uid);
    held = new Map();
    store.set(stateAtom, { uid, drafts: own ?? load(uid) });
    if (own) save(uid, own);
  };

  return {
    draftsAtom: atom((get) => get(stateAtom).drafts),
    update: (change) => {
      const { uid, drafts: before } = store.get(stateAtom);
      const after = change(before);
      if (uid === null || after === before) return;
      store.set(stateAtom, { uid, drafts: after });
      save(uid, after);
    },
    startLoading: () => followStorageOwner(followOwner),
  };
};
