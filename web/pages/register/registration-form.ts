import { z } from 'zod';
import { type UserType, userRegistration } from '#contract/schemas/users.ts';

/** Firebase's default. The provider reports an error if its project requires more. */
export const minPasswordLength = 6;

/** The fields of the registration form. Only the identity provider gets the password. */
export const registrationForm = userRegistration.extend({
  password: z
    .string()
    .min(1, { error: 'Password is required.' })
    .min(minPasswordLength, { error: `Password must have at least ${minPasswordLength} characters.` })
    .max(4_096, { error: 'Password may have at most 4,096 characters.' }),
});
export type RegistrationFields = z.input<typeof registrationForm>;
export type Registration = z.output<typeof registrationForm>;

/** Returns a note that the chosen role needs an approval; null if it takes effect at once. */
export const roleRequestNote = (
  roleSignup: 'open' | 'approval' | undefined,
  userType: UserType | undefined,
): string | null =>
  roleSignup === 'approval' && userType !== undefined && userType !== 'Student'
    ? `You start as a Student. Your request to become ${userType === 'Admin' ? 'an Admin' : 'an Instructor'} awaits an Admin’s decision.`
    : null;
