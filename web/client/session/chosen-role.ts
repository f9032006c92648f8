/**
 * The role that a person chose when they registered. If the e-mail address must be verified first, the browser keeps the role, so that
 * the client can complete the registration after the verification. Then, and when the person's session ends, the client forgets the role.
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

/** Returns the chosen role; null if this browser stores none for this person. */
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
