const storageKey = 'lyceum-somebody';

/** Stores on this device whether a user is signed in, but not which one. */
export const rememberSignedIn = (isSignedIn: boolean): void => {
  try {
    if (isSignedIn) localStorage.setItem(storageKey, 'yes');
    else localStorage.removeItem(storageKey);
  } catch {
    // Storage is forbidden: the first requests always wait for the identity provider.
  }
};

/**
 * Returns whether a user was signed in when the page was last open. If not, the first requests need not wait for the identity
 * provider.
 */
export const wasSignedIn = (): boolean => {
  try {
    return localStorage.getItem(storageKey) !== null;
  } catch {
    return true;
  }
};
