import { store } from '../store.ts';
import { isEndOfAccount, onSessionNotice } from './notices.ts';
import { sessionAtom } from './session.ts';

/** A choice of whoever owns the device, and of nobody's account. */
const theme = 'lyceum-theme';

const namesIn = (storage: Storage): string[] =>
  Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');

/** Names that say whose they are end with the person's id; what somebody else at this browser left stays theirs. */
const isOfThem = (name: string, uid: string): boolean =>
  name.startsWith('lyceum-') && name !== theme && (!name.includes(' ') || name.endsWith(` ${uid}`));

/** What this browser keeps of a person in plain storage: choices, drafts, answers of a quiz under way. */
const forget = (uid: string): void => {
  try {
    for (const storage of [localStorage, sessionStorage])
      for (const name of namesIn(storage)) if (isOfThem(name, uid)) storage.removeItem(name);
  } catch {
    // Storage is forbidden: nothing can have been kept.
  }
};

/**
 * Has each tab forget a person whose account is gone. Kept answers and waiting acts are forgotten by those who keep them.
 * Called once.
 */
export const forgetWhoIsGone = (): void => {
  let last: string | null = null;
  const followSession = () => {
    const session = store.get(sessionAtom);
    if (session.status === 'signed-in') last = session.person.uid;
  };
  store.sub(sessionAtom, followSession);
  followSession();
  onSessionNotice((notice) => {
    if (isEndOfAccount(notice) && last !== null) forget(last);
  });
};
