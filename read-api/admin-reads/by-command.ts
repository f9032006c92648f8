import { v5 } from 'uuid';
import { calls } from '#contract/calls.ts';
import { headers } from '#contract/headers.ts';
import { problem as problemAnswer } from '#contract/problem.ts';
import type { Voucher } from '#platform/http/voucher.ts';
import { type ProblemError, problemError, tryAgainLater } from '#platform/problems.ts';
import type { Reading, RecordReading } from './record.ts';

const namespace = 'b7c0f3ea-51c2-5a0e-9d86-3f4a1d2e6c90';
const hourMs = 3_600_000;
const waitMs = 3_000;

/** The same for whatever is read of the same person within an hour, on every node: it is recorded once. */
export const readingKey = ({ adminId, what, userId }: Reading, now: Date): string =>
  v5([adminId, what, userId ?? '', Math.floor(now.getTime() / hourMs)].join(' '), namespace);

const notRecorded = (cause?: unknown) =>
  tryAgainLater(
    'unavailable',
    'What an Admin reads of other people is recorded, and just now it cannot be. So it is not shown. Try again.',
    2,
    cause,
  );

/** What the Admin is to hear where the command was refused: their own sign-in or role is the reason, or there were too many. */
const refusalOf = async (response: Response): Promise<ProblemError> => {
  const told = problemAnswer.safeParse(await response.json().catch(() => null));
  if (!told.success) return notRecorded(`the command-api answered ${response.status}`);
  const { code, detail } = told.data;
  if (code === 'too-many-requests')
    return tryAgainLater(code, detail, Number(response.headers.get('retry-after') ?? 1));
  if (code === 'token-invalid' || code === 'forbidden' || code === 'account-removed')
    return problemError(code, detail);
  return notRecorded(`the command-api answered ${response.status} ${code}`);
};

const send = async (url: URL, reading: Reading, now: Date, voucher?: Voucher): Promise<Response> => {
  const { what, userId, authorization, address, requestId } = reading;
  try {
    return await fetch(url, {
      method: calls.recordReading.method,
      headers: {
        'content-type': 'application/json',
        authorization,
        [headers.idempotencyKey]: readingKey(reading, now),
        [headers.requestId]: requestId,
        'x-forwarded-for': address,
        ...voucher?.headers,
      },
      body: JSON.stringify({ what, userId }),
      redirect: 'error',
      signal: AbortSignal.timeout(waitMs),
    });
  } catch (error) {
    throw notRecorded(error);
  }
};

/**
 * Records readings by the command of that name: the read side has no right to write. It is sent as the Admin, with their own
 * token, so the command side decides as for any act of theirs.
 * @param commandApi its address; null: none is known to this node, and what would have to be recorded is refused.
 * @param voucher what it takes this node's calls by, where its address does not say that they are ours.
 */
export const recordByCommand = (
  commandApi: string | null,
  clock: () => Date,
  voucher?: Voucher,
): RecordReading => {
  if (commandApi === null)
    return () => Promise.reject(notRecorded('COMMAND_API_URL is not set: this node cannot record readings'));
  const url = new URL(calls.recordReading.path, commandApi);
  return async (reading) => {
    const response = await send(url, reading, clock(), voucher);
    if (!response.ok) throw await refusalOf(response);
    await response.body?.cancel();
  };
};
