import { expect, test } from 'vitest';
import { ApiError } from '../../client/api/api-error.ts';
import { createRegistration } from './registration.ts';

const form = {
  name: 'Ada',
  email: 'ada@example.org',
  password: 'secret1',
  imageUrl: '',
  userType: 'Student',
} as const;

/** Returns an account whose `end` fails at the first call. */
const createAccountThatEndsLate = (email: string, sendVerification = async () => undefined) => {
  let hasEndFailed = false;
  return {
    ...{ uid: 'ada', email, token: async () => 'token', setProfile: async () => undefined },
    ...{ discard: async () => undefined, sendVerification },
    end: async () => {
      if (hasEndFailed) return;
      hasEndFailed = true;
      throw new Error('The sign-in could not be ended.');
    },
  };
};

test('sends the verification link only once if the registration is submitted again after a later failure', async () => {
  let sentLinks = 0;
  const registration = createRegistration({
    createAccount: async (email) =>
      createAccountThatEndsLate(email, async () => {
        sentLinks += 1;
      }),
    createRecord: async () => {
      throw new ApiError({ status: 403, code: 'email-unverified', detail: 'Open the link.' });
    },
  });
  await expect(registration.submit(form)).rejects.toThrow('could not be ended');
  expect(await registration.submit(form)).toMatchObject({ isProfileSet: true, awaitsVerification: true });
  expect(sentLinks).toBe(1);
});

test('returns the registered e-mail address, even if the form was changed after the user record was created', async () => {
  const registered: string[] = [];
  const registration = createRegistration({
    createAccount: async (email) => createAccountThatEndsLate(email),
    createRecord: async ({ email }) => {
      registered.push(email);
      return { acknowledged: true, insertedId: 'u1' };
    },
  });
  await expect(registration.submit(form)).rejects.toThrow('could not be ended');
  const { email } = await registration.submit({ ...form, email: 'other@example.org' });
  expect(registered).toEqual([form.email]);
  expect(email).toBe(form.email);
});
