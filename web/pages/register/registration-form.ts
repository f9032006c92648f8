import { z } from 'zod/mini';
import { findPasswordProblem, type PasswordPolicy } from '#contract/password-policy.ts';
import { type UserType, userRegistration } from '#contract/schemas/users.ts';

/** Returns the schema of the registration form. Only the identity provider gets the password. */
export const createRegistrationForm = (policy: PasswordPolicy) =>
  z.extend(userRegistration, {
    password: z.string().check(
      z.superRefine((password, context) => {
        const problem = password === '' ? 'Password is required.' : findPasswordProblem(policy, password);
        if (problem !== null) context.addIssue({ code: 'custom', message: problem });
      }),
    ),
  });
type RegistrationForm = ReturnType<typeof createRegistrationForm>;
export type RegistrationFields = z.input<RegistrationForm>;
export type Registration = z.output<RegistrationForm>;

/** Returns a note that the chosen role needs approval; null if it takes effect at once, or if that is not known yet. */
export const describeRoleRequest = (
  roleSignup: 'open' | 'approval' | undefined,
  userType: UserType | undefined,
): string | null =>
  roleSignup === 'approval' && userType !== undefined && userType !== 'Student'
    ? `You start as a Student. Your request to become ${userType === 'Admin' ? 'an Admin' : 'an Instructor'} awaits an Admin’s decision.`
    : null;
