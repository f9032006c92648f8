/** The person as the identity provider knows them; role and record come from the product's own server. */
export type Person = {
  uid: string;
  email: string | null;
  displayName: string | null;
  photoURL: string | null;
};

/** An account that was just made and is signed in nowhere but here, in memory, until its registration is finished. */
export type NewAccount = {
  email: string;
  /** A token for the calls that the registration itself makes. */
  token: () => Promise<string>;
  nameProfile: (profile: { displayName: string; photoURL: string }) => Promise<void>;
  /** Takes the account back; nothing of it stays with the provider. */
  discard: () => Promise<void>;
  /** Forgets the sign-in; the account stays. */
  end: () => Promise<void>;
};

/**
 * What the client needs of the identity provider. Failures are the provider's own errors (see `provider-error.ts`
 * for their texts); nothing is retried here.
 */
export type Identity = {
  /** Calls back with the present person (null: nobody) as soon as it is known, and at each change, other tabs' too. */
  onChange: (listener: (person: Person | null) => void) => () => void;
  signIn: (email: string, password: string) => Promise<Person>;
  /** Has the signed-in person prove once more who they are; the next token says that they just did. */
  signInAgain: (password: string) => Promise<void>;
  signOut: () => Promise<void>;
  createAccount: (email: string, password: string) => Promise<NewAccount>;
  /** Sets name and picture of the signed-in person and answers the person as they are then. */
  updateProfile: (profile: { displayName: string; photoURL: string }) => Promise<Person>;
  sendPasswordReset: (email: string) => Promise<void>;
  /** Sets a new password with the code of such a message; answers the e-mail whose password it is. */
  resetPassword: (code: string, password: string) => Promise<string>;
  /** The ID token of the signed-in person, refreshed by the provider when near its end or on demand; null for a visitor. */
  token: (options?: { refresh?: boolean }) => Promise<string | null>;
};
