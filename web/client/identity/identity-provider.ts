import type { PasswordPolicy } from '#contract/password-policy.ts';

/** A person as the identity provider knows them. The role and the user record come from the server. */
export type Person = {
  uid: string;
  email: string | null;
  displayName: string | null;
  photoURL: string | null;
  isEmailVerified: boolean;
};

/** A new account during its registration. It is signed in only in memory. */
export type NewAccount = {
  uid: string;
  email: string;
  /** Returns a token for the requests of the registration. */
  token: () => Promise<string>;
  setProfile: (profile: { displayName: string; photoURL: string }) => Promise<void>;
  /** Sends a link that verifies the e-mail address. */
  sendVerification: () => Promise<void>;
  /** Deletes the account at the provider. */
  discard: () => Promise<void>;
  /** Ends the sign-in in memory and keeps the account. */
  end: () => Promise<void>;
};

/**
 * The functions of an identity provider that the client needs. They reject with the provider's errors
 * (`provider-error.ts`) and do not retry.
 */
export type IdentityProvider = {
  /** Calls `listener` with the signed-in person (null for nobody) once it is known who is signed in, and after a sign-in or sign-out in any tab. */
  onChange: (listener: (person: Person | null) => void) => void;
  signIn: (email: string, password: string) => Promise<Person>;
  /** Checks the password of the signed-in person. The next token contains the time of this check. */
  reauthenticate: (password: string) => Promise<void>;
  signOut: () => Promise<void>;
  createAccount: (email: string, password: string) => Promise<NewAccount>;
  /** Sets the name and picture of the signed-in person and returns the updated person. */
  updateProfile: (profile: { displayName: string; photoURL: string }) => Promise<Person>;
  sendPasswordReset: (email: string) => Promise<void>;
  /** Sends the signed-in person a link that verifies the e-mail address. */
  sendVerification: () => Promise<void>;
  /** Fetches the signed-in person from the provider and renews the ID token, so that both contain the current data. */
  reload: () => Promise<Person>;
  /** Returns what the provider requires of new passwords. */
  passwordPolicy: () => Promise<PasswordPolicy>;
  /** Sets a new password with the code from a reset link. Returns the e-mail address of the account. */
  resetPassword: (code: string, password: string) => Promise<string>;
  /** Returns the ID token of the signed-in person, renewed if it expires soon or if `refresh` is set; null for a visitor. */
  token: (options?: { refresh?: boolean }) => Promise<string | null>;
};
