import { atom } from 'jotai';
import { sessionAtom } from './session.ts';
import { wasSignedIn } from './signed-in-hint.ts';

/**
 * Identifies the viewer in query keys of answers that differ by viewer. Null while it is not known; a visitor who was not
 * signed in before does not wait for the identity provider.
 */
export const viewerAtom = atom<string | null>((get) => {
  const session = get(sessionAtom);
  if (session.status === 'visitor') return 'visitor';
  if (session.status === 'loading') return wasSignedIn() ? null : 'visitor';
  if (session.role === 'loading') return null;
  return `${session.person.uid} ${session.user?.userType ?? ''}`;
});
