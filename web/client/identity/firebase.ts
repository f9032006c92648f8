import { deleteApp, type FirebaseApp, initializeApp } from 'firebase/app';
import {
  type Auth,
  browserLocalPersistence,
  confirmPasswordReset,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  debugErrorMap,
  deleteUser,
  EmailAuthProvider,
  indexedDBLocalPersistence,
  initializeAuth,
  inMemoryPersistence,
  onAuthStateChanged,
  type Persistence,
  reauthenticateWithCredential,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signOut,
  type User,
  updateCurrentUser,
  updateProfile,
  validatePassword,
  verifyPasswordResetCode,
} from 'firebase/auth';
import type { ClientConfiguration } from '#contract/schemas/configuration.ts';
import { toPasswordPolicy } from './firebase-password-policy.ts';
import type { IdentityProvider, NewAccount, Person } from './identity-provider.ts';

const toPerson = (user: User): Person => ({
  uid: user.uid,
  email: user.email,
  displayName: user.displayName,
  photoURL: user.photoURL,
  isEmailVerified: user.emailVerified,
});

/** Opens Firebase Auth. `debugErrorMap` gives the provider's errors the messages that the login page shows. */
const openAuth = (app: FirebaseApp, configuration: ClientConfiguration, persistence: Persistence[]): Auth => {
  const auth = initializeAuth(app, { persistence, errorMap: debugErrorMap });
  if (configuration.authEmulatorUrl !== null)
    connectAuthEmulator(auth, configuration.authEmulatorUrl, { disableWarnings: true });
  return auth;
};

/**
 * Creates an account in a separate Firebase app, which keeps the sign-in in memory: during the registration, the new user must not appear
 * as signed in, in this tab or any other. If the registration fails, the current user stays signed in.
 */
const createAccount = async (
  configuration: ClientConfiguration,
  email: string,
  password: string,
): Promise<NewAccount> => {
  const app = initializeApp(configuration.firebase, `registration-${Date.now()}-${Math.random()}`);
  try {
    const auth = openAuth(app, configuration, [inMemoryPersistence]);
    const { user } = await createUserWithEmailAndPassword(auth, email, password);
    return {
      uid: user.uid,
      email,
      token: () => user.getIdToken(),
      setProfile: (profile) => updateProfile(user, profile),
      sendVerification: () => sendEmailVerification(user),
      discard: async () => {
        await deleteUser(user);
        await deleteApp(app);
      },
      end: () => deleteApp(app),
    };
  } catch (error) {
    await deleteApp(app);
    throw error;
  }
};

/**
 * Signs out. Firebase forgets the user before it removes the sign-in from the storage of the browser. If the removal fails, this function
 * restores the user, who can then still save what they have typed.
 */
const signOutOrStay = async (auth: Auth): Promise<void> => {
  const user = auth.currentUser;
  try {
    await signOut(auth);
  } catch (cause) {
    // The library sets the user even if it cannot store them.
    await updateCurrentUser(auth, user).catch(() => {});
    throw cause;
  }
};

/**
 * Opens Firebase Authentication. This module is a chunk of its own, so that a visitor's first page does not wait for it.
 * @throws Error if the configuration is invalid.
 */
export const openIdentityProvider = (configuration: ClientConfiguration): IdentityProvider => {
  const auth = openAuth(initializeApp(configuration.firebase), configuration, [
    indexedDBLocalPersistence,
    browserLocalPersistence,
  ]);
  return {
    onChange: (listener) => {
      onAuthStateChanged(auth, (user) => listener(user === null ? null : toPerson(user)));
    },
    signIn: async (email, password) =>
      toPerson((await signInWithEmailAndPassword(auth, email, password)).user),
    reauthenticate: async (password) => {
      const user = auth.currentUser;
      if (user === null || user.email === null) throw new Error('Nobody is signed in.');
      await reauthenticateWithCredential(user, EmailAuthProvider.credential(user.email, password));
    },
    signOut: () => signOutOrStay(auth),
    createAccount: (email, password) => createAccount(configuration, email, password),
    updateProfile: async (profile) => {
      const user = auth.currentUser;
      if (user === null) throw new Error('Nobody is signed in.');
      await updateProfile(user, profile);
      return toPerson(user);
    },
    sendPasswordReset: (email) => sendPasswordResetEmail(auth, email),
    sendVerification: async () => {
      if (auth.currentUser === null) throw new Error('Nobody is signed in.');
      await sendEmailVerification(auth.currentUser);
    },
    reload: async () => {
      const user = auth.currentUser;
      if (user === null) throw new Error('Nobody is signed in.');
      await user.reload();
      await user.getIdToken(true);
      return toPerson(user);
    },
    // The library exposes the policy only as part of a validation. It fetches the policy once.
    passwordPolicy: async () => toPasswordPolicy((await validatePassword(auth, '')).passwordPolicy),
    resetPassword: async (code, password) => {
      const email = await verifyPasswordResetCode(auth, code);
      await confirmPasswordReset(auth, code, password);
      return email;
    },
    token: async (options) => {
      await auth.authStateReady();
      return (await auth.currentUser?.getIdToken(options?.refresh ?? false)) ?? null;
    },
  };
};
