import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** How many passwords one IP address may try for one account, and for all accounts together, within `windowSeconds`. */
const triesPerAccount = 20;
const triesPerAddress = 300;
const windowSeconds = 300;

export type SignInLockout = {
  /**
   * Counts a password before it is checked, so that parallel attempts cannot exceed the limit together.
   * @returns null if the password may be checked, otherwise the number of seconds to wait.
   */
  countTry(address: string, email: string): Promise<number | null>;
  /** Call this after a correct password. Forgets the counted attempt, and earlier wrong passwords for this account. */
  recordSuccess(address: string, email: string): Promise<void>;
  /** Forgets the wrong passwords that this address has tried for this account. */
  forgetWrongPasswords(address: string, email: string): Promise<void>;
};

/**
 * Locks an account for an IP address after too many wrong passwords. Other addresses are not affected, so that nobody can lock out
 * the owner of an account by typing wrong passwords for it.
 */
export const createSignInLockout = (): SignInLockout => {
  const accounts = new RateLimiterMemory({ points: triesPerAccount, duration: windowSeconds });
  const addresses = new RateLimiterMemory({ points: triesPerAddress, duration: windowSeconds });
  const accountKey = (address: string, email: string) => `${address} ${email.normalize('NFC').toLowerCase()}`;
  const forgetWrongPasswords = async (address: string, email: string) => {
    await accounts.delete(accountKey(address, email));
  };
  return {
    countTry: async (address, email) => {
      try {
        await addresses.consume(address);
        await accounts.consume(accountKey(address, email));
        return null;
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        return Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000));
      }
    },
    recordSuccess: async (address, email) => {
      await forgetWrongPasswords(address, email);
      await addresses.reward(address);
    },
    forgetWrongPasswords,
  };
};
