import { insertAnswer } from '#contract/schemas/command-results.ts';
import type { UserRegistration } from '#contract/schemas/users.ts';
import { ApiError } from '../../client/api/api-error.ts';
import { sendCommand } from '../../client/api/send-command.ts';
import type { NewAccount } from '../../client/identity/identity-provider.ts';
import { logFailure } from '../../client/log-failure.ts';
import { rememberChosenRole } from '../../client/session/chosen-role.ts';
import type { Registration } from './registration-form.ts';
import { getNextStep, initialProgress, type Progress } from './registration-steps.ts';

/**
 * Creates the user record (POST /users).
 * @param token of the new account. By default the token of the signed-in user is sent.
 * @throws ApiError
 */
export const createUserRecord = (record: UserRegistration, token?: string) =>
  sendCommand('POST', '/users', insertAnswer, {
    body: record,
    ...(token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }),
  });

type RegistrationResult = {
  /** The registered address. The form may contain another one if it was changed after the user record was created. */
  email: string;
  isProfileSet: boolean;
  /** There is no user record yet, because the person must first open the link in the e-mail. */
  awaitsVerification: boolean;
};

type RegistrationDependencies = {
  createAccount: (email: string, password: string) => Promise<NewAccount>;
  createRecord: typeof createUserRecord;
};

/**
 * Creates a registration. `submit` may be called again after a failure and continues with the failed step. It rejects with the
 * provider's error or an ApiError. A failure to set the profile does not undo the registration.
 */
export const createRegistration = ({ createAccount, createRecord }: RegistrationDependencies) => {
  let progress: Progress = initialProgress;
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
    const newAccount = await createAccount(form.email, form.password);
    progress = { ...initialProgress, identity: { email: form.email, password: form.password } };
    return newAccount;
  };

  /** Creates the user record. If the server requires a verified e-mail address, sends the link instead and returns false. */
  const createRecordOrSendLink = async (
    newAccount: NewAccount,
    record: UserRegistration,
  ): Promise<boolean> => {
    try {
      await createRecord(record, await newAccount.token());
      return true;
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'email-unverified')) throw error;
      if (!progress.isVerificationSent) await newAccount.sendVerification();
      progress = { ...progress, isVerificationSent: true };
      rememberChosenRole(newAccount.uid, record.userType);
      return false;
    }
  };

  return {
    /** Returns whether the identity exists but the user record does not. */
    hasOnlyIdentity: () => progress.identity !== null && !progress.hasRecord,
    submit: async ({ password, ...record }: Registration): Promise<RegistrationResult> => {
      const form = { ...record, password };
      if (account !== null && getNextStep(progress, form) === 'discard-identity') {
        await account.discard();
        account = null;
        progress = initialProgress;
      }
      account ??= await createIdentity(form);
      let awaitsVerification = false;
      if (getNextStep(progress, form) === 'create-record') {
        awaitsVerification = !(await createRecordOrSendLink(account, record));
        progress = { ...progress, hasRecord: !awaitsVerification };
      }
      const isProfileSet = await setProfile(account, form);
      const { email } = account;
      await account.end();
      account = null;
      progress = initialProgress;
      return { email, isProfileSet, awaitsVerification };
    },
  };
};
