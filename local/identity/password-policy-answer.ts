import { defaultPasswordPolicy, type PasswordPolicy } from '#contract/password-policy.ts';

/** Returns whether a policy demands more than the default policy. The emulator itself enforces only the default length. */
export const isEnforced = ({ minLength, needs }: PasswordPolicy): boolean =>
  minLength > defaultPasswordPolicy.minLength || needs.length > 0;

/** Returns a policy in the format of Firebase's `GET /v2/passwordPolicy`, which the client library reads. */
export const formatPasswordPolicy = (policy: PasswordPolicy) => ({
  schemaVersion: 1,
  enforcementState: isEnforced(policy) ? 'ENFORCE' : 'OFF',
  forceUpgradeOnSignin: false,
  allowedNonAlphanumericCharacters: [...policy.symbols],
  customStrengthOptions: {
    minPasswordLength: policy.minLength,
    maxPasswordLength: policy.maxLength,
    containsLowercaseCharacter: policy.needs.includes('lowercase'),
    containsUppercaseCharacter: policy.needs.includes('uppercase'),
    containsNumericCharacter: policy.needs.includes('digit'),
    containsNonAlphanumericCharacter: policy.needs.includes('symbol'),
  },
});
