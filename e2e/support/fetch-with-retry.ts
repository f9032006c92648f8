const maxAttempts = 6;

/** `fetch` that retries while the server is overloaded (503), like the product's client. For idempotent requests. */
export const fetchWithRetry = async (url: string, init: Omit<RequestInit, 'signal'>): Promise<Response> => {
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(30_000) });
    if (response.status !== 503 || attempt === maxAttempts) return response;
    await new Promise((resolve) => setTimeout(resolve, 250 * 2 ** attempt));
  }
};
