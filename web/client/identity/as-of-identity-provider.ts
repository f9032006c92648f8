import type { PastView } from '#contract/schemas/configuration.ts';
import type { IdentityProvider, Person } from './identity-provider.ts';

const reject = async (): Promise<never> => {
  throw new Error('This is not possible in an as-of view.');
};

/**
 * Creates the identity provider of an as-of view. The server authenticates the browser itself and names the user whose view it
 * shows, so there are no tokens.
 */
export const createAsOfIdentityProvider = ({ person }: PastView): IdentityProvider => {
  const signedIn: Person | null = person && {
    uid: person.id,
    email: person.email,
    displayName: person.name,
    photoURL: person.imageUrl,
    isEmailVerified: true,
  };
  return {
    onChange: (listener) => listener(signedIn),
    signIn: reject,
    reauthenticate: reject,
    signOut: reject,
    createAccount: reject,
    updateProfile: reject,
    sendPasswordReset: reject,
    sendVerification: reject,
    reload: reject,
    passwordPolicy: reject,
    resetPassword: reject,
    token: async () => null,
  };
};
