/** The longest delay of a timer (25 days). A token that is valid for longer is treated as if it expired soon after this time. */
const maxTimerMs = 2_147_483_647;

type TokenExpiryOptions = {
  renewBeforeMs: number;
  /** Asks the client for a new token. */
  onRenewalDue: () => void;
  onExpired: () => void;
};

/**
 * Handles the expiry of a socket’s token:
 *
 * 1. `renewBeforeMs` before the token expires, the client is asked for a new one (`sign-in-again`).
 * 2. If the client sends one (`authenticate`), the process starts again with the new token's expiry.
 * 3. Otherwise, at the moment of expiry, the socket leaves all rooms of its user and is treated as that of a visitor. It
 *    stays open, and the client may authenticate later.
 */
export class TokenExpiry {
  #timer: NodeJS.Timeout | null = null;
  readonly #options: TokenExpiryOptions;

  constructor(options: TokenExpiryOptions) {
    this.#options = options;
  }

  /** Replaces the previous schedule. @param expiresAt in ms since 1970; null for a visitor, who has no token. */
  schedule(expiresAt: number | null): void {
    this.cancel();
    if (expiresAt === null) return;
    const { renewBeforeMs, onRenewalDue, onExpired } = this.#options;
    const remainingMs = Math.max(0, expiresAt - Date.now());
    const askForRenewal = () => {
      onRenewalDue();
      this.#timer = setTimeout(onExpired, Math.min(remainingMs, renewBeforeMs));
    };
    this.#timer = setTimeout(askForRenewal, Math.min(Math.max(0, remainingMs - renewBeforeMs), maxTimerMs));
  }

  cancel(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
