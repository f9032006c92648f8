import type { PastView } from '#contract/schemas/configuration.ts';
import type { Identity, Person } from './identity.ts';

const reject = async (): Promise<never> => {
  throw new Error('You cannot sign in or out in an as-of view.');
};

/**
 * Creates the identity provider of an as-of view. The server says who is signed in and authenticates the browser itself, so
 * there are no tokens.
 */
export const createAsOfIdentity = ({ person }: PastView): Identity => {
  const signedIn: Person | null = person && {
    uid: person.id,
    email: person.email,
    displayName: person.name,
    photoURL: person.imageUrl,
  };
  return {
    onChange: (listener) => listener(signedIn),
    signIn: reject,
    reauthenticate: reject,
    signOut: reject,
    createAccount: reject,
    updateProfile: reject,
    sendPasswordReset: reject,
    resetPassword: reject,
    token: async () => null,
  };
};
