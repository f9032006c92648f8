/**
 * The role that a person chose when they registered, kept in this browser until the e-mail address is verified and the record
 * is made. Without storage, the page for incomplete registrations asks for the role again.
 */
import { type UserType, userType } from '#contract/schemas/users.ts';

const keyPrefix = 'lyceum-chosen-role ';
const keyOf = (uid: string) => keyPrefix + uid;

export const rememberChosenRole = (uid: string, chosen: UserType): void => {
  try {
    localStorage.setItem(keyOf(uid), chosen);
  } catch {
    // Storage is forbidden or full.
  }
};

/** Returns null if this person did not register in this browser, or has the record already. */
export const readChosenRole = (uid: string): UserType | null => {
  try {
    return userType.safeParse(localStorage.getItem(keyOf(uid))).data ?? null;
  } catch {
    return null;
  }
};

export const forgetChosenRole = (uid: string): void => {
  try {
    localStorage.removeItem(keyOf(uid));
  } catch {
    // Storage is forbidden: nothing was stored.
  }
};

/** Forgets the choices of all users, when a session has ended while no tab was open: it is unknown whose it was. */
export const forgetChosenRoles = (): void => {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(keyPrefix)) localStorage.removeItem(key);
  } catch {
    // Storage is forbidden: nothing was stored.
  }
};
