import { randomUUID } from 'node:crypto';
import { pause } from '#concurrency/pause.ts';
import { courseBody } from '#e2e/support/api-calls.ts';

export type LoadResult = {
  /** The ids of the courses that the product acknowledged, by their names. */
  courses: ReadonlyMap<string, string>;
  /** Failed attempts: the method with status, content type and `Retry-After`, or with the error of the connection. */
  failures: readonly string[];
  /** The longest time without an answer below status 500, in milliseconds. The time before the first such answer also counts. */
  longestGapMs: number;
};

const timeoutMs = 30_000;
/** The pauses between the attempts alone take five minutes. */
const maxAttempts = 1_500;
const retryPauseMs = 200;

const describeFailure = (answer: Response) =>
  `${answer.status} ${answer.headers.get('content-type')}, Retry-After: ${answer.headers.get('retry-after')}`;

/**
 * Adds courses and reads the catalogue, one request at a time. Like the client, it retries a failed request with the same
 * idempotency key.
 * @returns `stop`, which resolves with the result once the last request has succeeded.
 */
export const startLightLoad = (url: string, token: string) => {
  const courses = new Map<string, string>();
  const prefix = `Load ${randomUUID().slice(0, 8)}`;
  const failures: string[] = [];
  let longestGapMs = 0;
  let lastSuccess = performance.now();
  let isRunning = true;

  const send = async (path: string, init: RequestInit): Promise<Response> => {
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      try {
        const answer = await fetch(url + path, { ...init, signal: AbortSignal.timeout(timeoutMs) });
        if (answer.status < 500) {
          longestGapMs = Math.max(longestGapMs, performance.now() - lastSuccess);
          lastSuccess = performance.now();
          return answer;
        }
        failures.push(`${init.method} ${describeFailure(answer)}`);
        await answer.body?.cancel();
      } catch (error) {
        failures.push(`${init.method} ${String((error as Error).cause ?? error)}`);
      }
      await pause(retryPauseMs);
    }
    throw new Error(`No answer to ${init.method} ${path}: ${failures.at(-1)}`);
  };

  const addAndRead = async () => {
    const name = `${prefix} ${courses.size}`;
    const added = await send('/courses', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify(courseBody(name)),
    });
    const answer = (await added.json()) as { insertedId?: string };
    if (!answer.insertedId) throw new Error(`The load was refused: ${JSON.stringify(answer)}`);
    courses.set(name, answer.insertedId);
    await (await send('/courses?limit=1', { method: 'GET' })).body?.cancel();
    await pause(50);
  };

  const running = (async () => {
    while (isRunning) await addAndRead();
  })();
  // A failure before `stop` is called must not end the process.
  running.catch(() => {});
  return {
    stop: async (): Promise<LoadResult> => {
      isRunning = false;
      await running;
      return { courses, failures, longestGapMs };
    },
  };
};
