/**
 * The role that a person chose when they registered, kept in this browser until the e-mail address is verified and the record
 * is made. Without storage, the page for incomplete registrations asks for the role again.
 */
import { type UserType, userType } from '#contract/schemas/users.ts';

const keyOf = (uid: string) => `lyceum-chosen-role ${uid}`;

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
