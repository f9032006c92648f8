import { insertAnswer } from '#contract/schemas/command-results.ts';
import type { UserRegistration } from '#contract/schemas/users.ts';
import { sendCommand } from '../../client/api/send-command.ts';
import type { NewAccount } from '../../client/identity/identity.ts';
import { logFailure } from '../../client/log-failure.ts';
import { sessionController } from '../../client/session/start-session.ts';
import type { Registration } from './registration-form.ts';
import { nextStep, notStarted, type Progress } from './registration-steps.ts';

/**
 * Creates the user record (POST /users).
 * @param token the token of the new account. Without it the signed-in user's is sent.
 * @throws ApiError
 */
export const createUserRecord = (record: UserRegistration, token?: string) =>
  sendCommand('POST', '/users', insertAnswer, {
    body: record,
    ...(token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }),
  });

/**
 * Creates a registration. `submit` may be called again after a failure and continues with the failed step. It rejects with the
 * provider's error or an ApiError. A failure to set the profile does not undo the registration.
 */
export const createRegistration = () => {
  let progress: Progress = notStarted;
  let account: NewAccount | null = null;

  const setProfile = async (newAccount: NewAccount, form: Registration): Promise<boolean> => {
    try {
      await newAccount.setProfile({ displayName: form.name, photoURL: form.imageUrl });
      return true;
    } catch (cause) {
      logFailure('The profile could not be set.', cause);
      return false;
    }
  };

  const createIdentity = async (form: Registration): Promise<NewAccount> => {
    const newAccount = await sessionController().createAccount(form.email, form.password);
    progress = { identity: { email: form.email, password: form.password }, hasRecord: false };
    return newAccount;
  };

  return {
    /** Returns whether the identity exists but the user record does not. */
    hasIdentity: () => progress.identity !== null && !progress.hasRecord,
    submit: async ({ password, ...record }: Registration): Promise<{ isProfileSet: boolean }> => {
      const form = { ...record, password };
      if (account !== null && nextStep(progress, form) === 'discard-identity') {
        await account.discard();
        account = null;
        progress = notStarted;
      }
      account ??= await createIdentity(form);
      if (nextStep(progress, form) === 'create-record') {
        await createUserRecord(record, await account.token());
        progress = { ...progress, hasRecord: true };
      }
      const isProfileSet = await setProfile(account, form);
      await account.end();
      account = null;
      progress = notStarted;
      return { isProfileSet };
    },
  };
};
