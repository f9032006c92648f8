type BackoffOptions = {
  /** The delay before the first retry, without jitter. It doubles with each further retry, up to `maxMs`. */
  firstMs: number;
  maxMs: number;
  /**
   * The random share of the delay: 0 (the default) for none, 1 for a delay anywhere between zero and the full one. It keeps
   * clients that failed together from retrying together.
   */
  jitter?: number;
};

/**
 * Returns the delay before a retry in milliseconds: exponential backoff with jitter, as in Marc Brooker, "Exponential
 * Backoff And Jitter" (AWS Architecture Blog, 2015). A jitter of 0.5 is "equal jitter" there, 1 is "full jitter".
 * @param attempt how many retries came before this one; 0 for the first.
 */
export const backoffMs = (attempt: number, { firstMs, maxMs, jitter = 0 }: BackoffOptions): number =>
  Math.min(maxMs, firstMs * 2 ** attempt) * (1 - jitter * Math.random());
