import { pause } from '#concurrency/pause.ts';
import { endpoints } from '#contract/endpoints.ts';
import { headers } from '#contract/headers.ts';
import { problem as problemAnswer } from '#contract/problems.ts';
import type { ProcessSecret } from '#platform/http/process-secret.ts';
import { readingIdOf } from '#platform/identity/record-ids.ts';
import { type ProblemError, problemError, retryLaterError } from '#platform/problems.ts';
import type { Reading, RecordReading } from './reading.ts';

/** The timeout of all attempts together. Our client waits longer than this for the GET that causes the reading. */
const timeoutMs = 6_000;
const pauseBetweenAttemptsMs = 250;
const retryAfterSeconds = 2;

const notRecordedError = (cause?: unknown) =>
  retryLaterError(
    'unavailable',
    'This data can only be shown after your access has been recorded, which is not possible at the moment. Try again.',
    retryAfterSeconds,
    cause,
  );

/** Returns the problem for a refusal of the command-api. Only problems that concern the Admin are passed on: sign-in, role, a removed account, too many requests. */
const toProblem = async (response: Response): Promise<ProblemError> => {
  const parsed = problemAnswer.safeParse(await response.json().catch(() => null));
  if (!parsed.success) return notRecordedError(`the command-api answered ${response.status}`);
  const { code, detail } = parsed.data;
  if (code === 'too-many-requests')
    return retryLaterError(code, detail, Number(response.headers.get('retry-after') ?? 1));
  if (code === 'token-invalid' || code === 'forbidden' || code === 'account-removed')
    return problemError(code, detail);
  return notRecordedError(`the command-api answered ${response.status} ${code}`);
};

const send = async (
  url: URL,
  reading: Reading,
  now: Date,
  signal: AbortSignal,
  processSecret?: ProcessSecret,
): Promise<Response> => {
  const { what, userId, authorization, address, requestId } = reading;
  try {
    return await fetch(url, {
      method: endpoints.recordReading.method,
      headers: {
        'content-type': 'application/json',
        authorization,
        // Earlier releases of the command-api need an idempotency key. Later ones ignore it, because an Admin could compute the key and
        // use it first for a harmless reading.
        [headers.idempotencyKey]: readingIdOf(reading.adminId, reading, now),
        [headers.requestId]: requestId,
        'x-forwarded-for': address,
        ...processSecret?.headers,
      },
      body: JSON.stringify({ what, userId }),
      redirect: 'error',
      signal,
    });
  } catch (error) {
    throw notRecordedError(error);
  }
};

/**
 * Creates a recorder that sends the command `POST /readings`, because the read side cannot write to the log. The
 * command carries the Admin's own token, so the command side authorizes it like any other command of the Admin. A command-api
 * that is busy answers with 503. The recorder then sends the command again, which is safe: the log gets one event per hour for each
 * Admin, category and user.
 * @param commandApi URL of the command-api. If null, every reading that must be recorded is refused.
 * @param processSecret proves to a command-api in the same process that the call comes from a trusted service.
 */
export const createReadingRecorder = (
  commandApi: string | null,
  clock: () => Date,
  processSecret?: ProcessSecret,
): RecordReading => {
  if (commandApi === null)
    return () =>
      Promise.reject(notRecordedError('COMMAND_API_URL is not set: this node cannot record readings'));
  const url = new URL(endpoints.recordReading.path, commandApi);
  return async (reading) => {
    const now = clock();
    const signal = AbortSignal.timeout(timeoutMs);
    for (;;) {
      const response = await send(url, reading, now, signal, processSecret);
      if (response.ok) {
        // Nobody reads the body. Cancelling it frees the connection.
        await response.body?.cancel();
        return;
      }
      const problem = await toProblem(response);
      if (response.status !== 503) throw problem;
      await pause(pauseBetweenAttemptsMs, signal);
      if (signal.aborted) throw problem;
    }
  };
};
