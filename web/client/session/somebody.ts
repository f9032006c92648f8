const storageKey = 'lyceum-somebody';

/** Notes on this device whether somebody is signed in; only whether, not who. */
export const rememberSomebody = (present: boolean): void => {
  try {
    if (present) localStorage.setItem(storageKey, 'yes');
    else localStorage.removeItem(storageKey);
  } catch {
    // Storage is forbidden: every first call waits for the provider.
  }
};

/** Whether somebody was signed in here when the page was last used, so that it pays to wait for the provider's report. */
export const somebodyIsRemembered = (): boolean => {
  try {
    return localStorage.getItem(storageKey) !== null;
  } catch {
    return true;
  }
};
