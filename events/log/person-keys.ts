import type { WritingVault } from '../vault/vault.ts';

/** For who appends events that are about no person: nothing personal can be written with it. */
export const noKeys: WritingVault = {
  cached: () => undefined,
  keysForWriting: () => Promise.reject(new TypeError('Nothing personal is written without a vault.')),
  forget: () => {},
};
