const tries = 6;

/**
 * `fetch` as the product's own client does it: a server that is too busy for an answer (503) is asked again a little later.
 * For what may be done twice without a difference.
 */
export const fetchWithRetry = async (url: string, init: Omit<RequestInit, 'signal'>): Promise<Response> => {
  for (let tried = 1; ; tried += 1) {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(30_000) });
    if (response.status !== 503 || tried === tries) return response;
    await new Promise((resolve) => setTimeout(resolve, 250 * 2 ** tried));
  }
};
