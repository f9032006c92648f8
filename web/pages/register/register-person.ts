import { insertAnswer } from '#contract/answers.ts';
import type { UserRegistration } from '#contract/users.ts';
import { act } from '../../client/api/act.ts';
import type { NewAccount } from '../../client/identity/identity.ts';
import { logFailure } from '../../client/log-failure.ts';
import { createAccount } from '../../client/session/account.ts';
import type { Registration } from './registration-form.ts';
import { nextStep, notBegun, type Progress } from './registration-steps.ts';

/**
 * Makes the school's record of a person: POST /users. With a token it is made for that new account, else for whoever
 * is signed in. Throws an ApiError.
 */
export const makeRecord = (record: UserRegistration, token?: string) =>
  act('POST', '/users', insertAnswer, {
    body: record,
    ...(token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }),
  });

/** Whether the identity exists already while its record does not: the person can go on by trying again, or by signing in. */
export type RegistrationInProgress = {
  submit: (form: Registration) => Promise<{ profileNamed: boolean }>;
  identityWasMade: () => boolean;
};

/**
 * One person's way through a registration; `submit` may be called again after a failure and goes on where it stopped.
 * It rejects with the provider's error or an ApiError. A profile that could not be named does not undo the registration.
 */
export const openRegistration = (): RegistrationInProgress => {
  let progress: Progress = notBegun;
  let account: NewAccount | null = null;

  const nameProfile = async (made: NewAccount, form: Registration): Promise<boolean> => {
    try {
      await made.nameProfile({ displayName: form.name, photoURL: form.imageUrl });
      return true;
    } catch (cause) {
      logFailure('The profile could not be named.', cause);
      return false;
    }
  };

  const makeIdentity = async (form: Registration): Promise<NewAccount> => {
    const made = await createAccount(form.email, form.password);
    progress = { identity: { email: form.email, password: form.password }, recorded: false };
    return made;
  };

  return {
    identityWasMade: () => progress.identity !== null && !progress.recorded,
    submit: async ({ password, ...record }) => {
      const form = { ...record, password };
      if (account !== null && nextStep(progress, form) === 'discard-identity') {
        await account.discard();
        account = null;
        progress = notBegun;
      }
      account ??= await makeIdentity(form);
      if (nextStep(progress, form) === 'make-record') {
        await makeRecord(record, await account.token());
        progress = { ...progress, recorded: true };
      }
      const profileNamed = await nameProfile(account, form);
      await account.end();
      account = null;
      progress = notBegun;
      return { profileNamed };
    },
  };
};
