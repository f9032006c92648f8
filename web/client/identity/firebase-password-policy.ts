import type { PasswordPolicy as FirebasePolicy } from 'firebase/auth';
import { defaultPasswordPolicy, type PasswordPolicy, passwordCharacters } from '#contract/password-policy.ts';

/** Converts Firebase's policy into the client's type. If the project does not enforce its policy, returns the default one. */
export const toPasswordPolicy = ({
  customStrengthOptions: options,
  allowedNonAlphanumericCharacters,
  enforcementState,
}: FirebasePolicy): PasswordPolicy => {
  if (enforcementState !== 'ENFORCE') return defaultPasswordPolicy;
  const isNeeded = {
    lowercase: options.containsLowercaseLetter,
    uppercase: options.containsUppercaseLetter,
    digit: options.containsNumericCharacter,
    symbol: options.containsNonAlphanumericCharacter,
  };
  return {
    minLength: options.minPasswordLength ?? defaultPasswordPolicy.minLength,
    maxLength: options.maxPasswordLength ?? defaultPasswordPolicy.maxLength,
    needs: passwordCharacters.filter((character) => isNeeded[character] === true),
    symbols: allowedNonAlphanumericCharacters || defaultPasswordPolicy.symbols,
  };
};
