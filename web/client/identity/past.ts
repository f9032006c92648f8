import type { PastShown } from '#contract/configuration.ts';
import type { Identity, Person } from './identity.ts';

const refuse = async (): Promise<never> => {
  throw new Error('This is the past: nobody signs in or out here.');
};

/**
 * Stands in for the identity provider where the past is shown: the server says as whom, and knows the browser by itself. Nobody
 * gains anything by saying otherwise here: what is answered does not depend on it.
 */
export const openPastIdentity = ({ person }: PastShown): Identity => {
  const present: Person | null = person && {
    uid: person.id,
    email: person.email,
    displayName: person.name,
    photoURL: person.imageUrl,
  };
  return {
    onChange: (listener) => {
      listener(present);
      return () => {};
    },
    signIn: refuse,
    signInAgain: refuse,
    signOut: refuse,
    createAccount: refuse,
    updateProfile: refuse,
    sendPasswordReset: refuse,
    resetPassword: refuse,
    token: async () => null,
  };
};
