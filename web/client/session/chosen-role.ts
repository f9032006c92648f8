/**
 * The role that a person chose when they registered. The browser keeps it until the person has verified the e-mail address and
 * Lyceum has created the user, or until the person's session ends. If the browser does not have it, the page for incomplete
 * registrations asks for the role again.
 */
import { type UserType, userType } from '#contract/schemas/users.ts';

const keyPrefix = 'lyceum-chosen-role ';
const getStorageKey = (uid: string) => keyPrefix + uid;

export const rememberChosenRole = (uid: string, chosen: UserType): void => {
  try {
    localStorage.setItem(getStorageKey(uid), chosen);
  } catch {
    // Storage is forbidden or full.
  }
};

/** Returns the chosen role; null if this browser has not stored one. */
export const readChosenRole = (uid: string): UserType | null => {
  try {
    return userType.safeParse(localStorage.getItem(getStorageKey(uid))).data ?? null;
  } catch {
    return null;
  }
};

export const forgetChosenRole = (uid: string): void => {
  try {
    localStorage.removeItem(getStorageKey(uid));
  } catch {
    // Storage is forbidden: nothing was stored.
  }
};

/** Forgets the choices of all users. Used if a session ended while no tab was open, because it is unknown whose session it was. */
export const forgetChosenRoles = (): void => {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(keyPrefix)) localStorage.removeItem(key);
  } catch {
    // Storage is forbidden: nothing was stored.
  }
};
