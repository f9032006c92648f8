import { z } from 'zod';
import { type UserType, userRegistration } from '#contract/users.ts';

/** Firebase's own default; a school may ask for more, which the provider then says. */
export const minPasswordLength = 6;

/** What the register form holds: the record's fields and the password, which goes to the identity provider alone. */
export const registrationForm = userRegistration.extend({
  password: z
    .string()
    .min(1, { error: 'Password is required.' })
    .min(minPasswordLength, { error: `Password must have at least ${minPasswordLength} characters.` })
    .max(4_096, { error: 'Password may have at most 4,096 characters.' }),
});
export type RegistrationFields = z.input<typeof registrationForm>;
export type Registration = z.output<typeof registrationForm>;

/** What an approval of roles means for the chosen type, or null where the choice holds at once. */
export const wishNote = (
  roleSignup: 'open' | 'approval' | undefined,
  userType: UserType | undefined,
): string | null =>
  roleSignup === 'approval' && userType !== undefined && userType !== 'Student'
    ? `You begin as a Student. Your wish to be ${userType === 'Admin' ? 'an Admin' : 'an Instructor'} waits until an Admin has decided on it.`
    : null;
