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

test('sends the verification link only once if the registration is submitted again after a later failure', async () => {
  let sentLinks = 0;
  let hasEndFailed = false;
  const registration = createRegistration({
    createAccount: async (email) => ({
      ...{ uid: 'ada', email, token: async () => 'token', setProfile: async () => undefined },
      ...{ discard: async () => undefined },
      sendVerification: async () => {
        sentLinks += 1;
      },
      end: async () => {
        if (hasEndFailed) return;
        hasEndFailed = true;
        throw new Error('The sign-in could not be ended.');
      },
    }),
    createRecord: async () => {
      throw new ApiError({ status: 403, code: 'email-unverified', detail: 'Open the link.' });
    },
  });
  await expect(registration.submit(form)).rejects.toThrow('could not be ended');
  expect(await registration.submit(form)).toEqual({ isProfileSet: true, awaitsVerification: true });
  expect(sentLinks).toBe(1);
});
