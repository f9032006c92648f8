import { atom } from 'jotai';
import { sessionAtom } from './session.ts';
import { somebodyIsRemembered } from './somebody.ts';

/**
 * As whom answers are given that differ by who asks: part of the key under which such an answer is kept. Null while that is
 * not known yet; a visitor who never signed in here does not wait for the provider.
 */
export const readerAtom = atom<string | null>((get) => {
  const session = get(sessionAtom);
  if (session.status === 'visitor') return 'visitor';
  if (session.status === 'loading') return somebodyIsRemembered() ? null : 'visitor';
  if (session.role === 'asking') return null;
  return `${session.person.uid} ${session.user?.userType ?? ''}`;
});
