import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { headers } from '#contract/headers.ts';

export type Method = 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The parts of the answers to commands that the programs of the cluster use. */
export type AnswerBody = {
  insertedId?: string;
  _id?: string;
  matchedCount?: number;
  questions?: { id: string }[];
};

export type Acknowledgement = {
  body: AnswerBody;
  /** The `Log-Position` of the answer. */
  position: number;
  /** When the answer arrived, as `performance.now()`. */
  at: number;
  /** The time in milliseconds from the first attempt to the answer. */
  ms: number;
  attempts: number;
};

/** A command was answered with a status other than success, 502 or 503. It is not repeated. */
export class RefusedError extends Error {
  readonly status: number;
  /** @param description the method and the path of the command. */
  constructor(description: string, status: number, text: string) {
    super(`${description}: ${status} ${text}`);
    this.name = 'RefusedError';
    this.status = status;
  }
}

const requestTimeoutMs = 5_000;
const repeatPauseMs = 200;

/** A node is missing or cannot work at the moment, so the command is repeated. The edge answers 502 or 503, a service 503. */
const isTemporary = (status: number): boolean => status === 502 || status === 503;

export type Command = { method: Method; url: string; token: string; body?: object };

/**
 * Sends a command, and repeats it with the same idempotency key while it is not answered, or is answered with 502 or 503.
 * @param signal ends the repetitions.
 * @throws RefusedError after any other answer; Error with the last failure when `signal` is aborted.
 */
export const sendCommand = async (command: Command, signal: AbortSignal): Promise<Acknowledgement> => {
  const { method, url, token, body = {} } = command;
  const description = `${method} ${new URL(url).pathname}`;
  const key = randomUUID();
  const startedAt = performance.now();
  let failure: unknown = null;
  for (let attempts = 1; !signal.aborted; attempts += 1) {
    try {
      const response = await fetch(url, {
        method,
        headers: {
          'content-type': 'application/json',
          [headers.idempotencyKey]: key,
          authorization: `Bearer ${token}`,
        },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(requestTimeoutMs),
      });
      const text = await response.text();
      const at = performance.now();
      if (response.ok)
        return {
          ...{ body: JSON.parse(text) as AnswerBody, at, ms: at - startedAt, attempts },
          position: Number(response.headers.get(headers.logPosition) ?? Number.NaN),
        };
      if (!isTemporary(response.status)) throw new RefusedError(description, response.status, text);
      failure = new Error(`${response.status} ${text}`);
    } catch (error) {
      if (error instanceof RefusedError) throw error;
      failure = error;
    }
    await sleep(repeatPauseMs, undefined, { signal }).catch(() => {});
  }
  const reason = failure instanceof Error ? ` (${failure.message})` : '';
  throw new Error(`${description} was not acknowledged in time${reason}.`, { cause: failure });
};
