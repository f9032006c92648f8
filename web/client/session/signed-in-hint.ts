const storageKey = 'lyceum-somebody';

/** Stores on this device whether a user is signed in, but not which one. */
export const rememberSignedIn = (isSignedIn: boolean): void => {
  try {
    if (isSignedIn) localStorage.setItem(storageKey, 'yes');
    else localStorage.removeItem(storageKey);
  } catch {
    // If storage is forbidden, the first requests always wait for the identity provider. If it is full, they may not wait.
  }
};

/**
 * Returns what {@link rememberSignedIn} stored last: whether a user is signed in. If not, the first requests need not wait for the identity
 * provider. Returns true if the browser forbids storage.
 */
export const wasSignedIn = (): boolean => {
  try {
    return localStorage.getItem(storageKey) !== null;
  } catch {
    return true;
  }
};

/**
 * Firebase keeps the sign-in either in this database, which exists once the provider has been opened, or in the local storage, under
 * keys that begin with `providerKeyPrefix`.
 */
const providerDatabase = 'firebaseLocalStorageDb';
const providerKeyPrefix = 'firebase:';

/**
 * Returns whether a user may be signed in on this device: if the hint says so, if the identity provider has stored something here, or
 * if this cannot be determined.
 */
export const mayBeSignedIn = async (): Promise<boolean> => {
  if (wasSignedIn()) return true;
  try {
    if (Object.keys(localStorage).some((key) => key.startsWith(providerKeyPrefix))) return true;
    return (await indexedDB.databases()).some(({ name }) => name === providerDatabase);
  } catch {
    return true;
  }
};

/** Calls `listener` when another tab has signed in a user. */
export const onSignInElsewhere = (listener: () => void): void =>
  addEventListener('storage', ({ key, newValue }) => {
    if (key === storageKey && newValue !== null) listener();
  });
