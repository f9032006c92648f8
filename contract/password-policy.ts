/** The identity provider's requirements for new passwords. The client shows them, and checks a password before it sends it. */

export type PasswordPolicy = {
  minLength: number;
  maxLength: number;
  /** A password needs at least one character of each of these kinds. Only ASCII letters and digits count. */
  needs: readonly PasswordCharacter[];
  /** The characters that count as symbols. */
  symbols: string;
};

export const passwordCharacters = ['lowercase', 'uppercase', 'digit', 'symbol'] as const;
export type PasswordCharacter = (typeof passwordCharacters)[number];

/** Firebase's requirements if the project has no policy of its own. */
export const defaultPasswordPolicy: PasswordPolicy = {
  minLength: 6,
  maxLength: 4_096,
  needs: [],
  // The characters that Firebase counts as symbols.
  symbols: '^$*.[]{}()?"!@#%&/\\,><\':;|_~',
};

const characterNames: Record<PasswordCharacter, string> = {
  lowercase: 'a lower-case letter',
  uppercase: 'an upper-case letter',
  digit: 'a digit',
  symbol: 'a symbol',
};

const listFormat = new Intl.ListFormat('en', { type: 'conjunction' });
const listNames = (characters: readonly PasswordCharacter[]) =>
  listFormat.format(characters.map((character) => characterNames[character]));

const hasCharacterOfKind = (password: string, character: PasswordCharacter, symbols: string): boolean => {
  if (character === 'lowercase') return /[a-z]/.test(password);
  if (character === 'uppercase') return /[A-Z]/.test(password);
  if (character === 'digit') return /[0-9]/.test(password);
  return [...password].some((typed) => symbols.includes(typed));
};

/** Returns one sentence that says what a password needs. */
export const describePasswordPolicy = ({ minLength, needs }: PasswordPolicy): string =>
  `At least ${minLength} characters${needs.length > 0 ? `, with ${listNames(needs)}` : ''}.`;

/** Returns a sentence that says why a password does not meet the policy; null if it does. */
export const findPasswordProblem = (
  { minLength, maxLength, needs, symbols }: PasswordPolicy,
  password: string,
): string | null => {
  if (password.length < minLength) return `Password must have at least ${minLength} characters.`;
  if (password.length > maxLength)
    return `Password may have at most ${maxLength.toLocaleString('en')} characters.`;
  const missing = needs.filter((character) => !hasCharacterOfKind(password, character, symbols));
  return missing.length === 0 ? null : `Password must contain ${listNames(missing)}.`;
};
