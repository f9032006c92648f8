import { atom } from 'jotai';
import { may } from '#contract/policies.ts';
import { sessionAtom } from './session.ts';

/** The e-mail under which the school knows the signed-in student; null for everybody else, and until the role is known. */
export const studentEmailAtom = atom<string | null>((get) => {
  const session = get(sessionAtom);
  if (session.status !== 'signed-in' || session.user === null) return null;
  return may(session.user.userType, 'course.learn') ? session.user.email : null;
});
