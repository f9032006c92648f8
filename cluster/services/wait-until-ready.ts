import { waitUntil } from '../processes/wait-until.ts';

const requestTimeoutMs = 3_000;

/** Returns true if a GET succeeds, and null if it is answered with another status, as `waitUntil` expects. */
const isAnswered = async (url: string): Promise<true | null> => {
  const answer = await fetch(url, { signal: AbortSignal.timeout(requestTimeoutMs) });
  await answer.body?.cancel();
  return answer.ok ? true : null;
};

/** Waits until a service on this port is ready. @throws Error after the timeout. */
export const waitUntilServiceIsReady = async (
  port: number,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<void> => {
  const url = `http://127.0.0.1:${port}/readyz`;
  await waitUntil(`${url} is ready`, timeoutMs, () => isAnswered(url), signal);
};

type WaitOptions = {
  edgeUrl: string;
  ports: readonly number[];
  timeoutMs: number;
  signal?: AbortSignal | undefined;
};

/** Waits until the services on these ports are ready, and the edge reaches them. @throws Error after the timeout. */
export const waitUntilReady = async ({ edgeUrl, ports, timeoutMs, signal }: WaitOptions): Promise<void> => {
  await Promise.all(ports.map((port) => waitUntilServiceIsReady(port, timeoutMs, signal)));
  await waitUntil(
    'the edge reaches the services',
    timeoutMs,
    () => isAnswered(`${edgeUrl}/courses?limit=1`),
    signal,
  );
};
