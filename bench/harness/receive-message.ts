import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { basename } from 'node:path';
import { rejectAfter } from '#concurrency/reject-after.ts';

/** The timeout ends only what hangs: a virtual machine that is paused for minutes must not fail a benchmark. */
const timeoutMs = 420_000;

/**
 * Returns the next message of a forked process.
 * @param file the path of its program, for the error.
 * @throws Error as soon as the process ends, or after seven minutes.
 */
export const receiveMessage = async (child: ChildProcess, file: string): Promise<unknown> => {
  const name = basename(file);
  const received = new AbortController();
  const { signal } = received;
  const failAtExit = async (): Promise<never> => {
    const [code, killSignal] = (await once(child, 'exit', { signal })) as [number | null, string | null];
    throw new Error(`${name} ended with ${killSignal ?? code} before it sent a message.`);
  };
  const message = Promise.race([once(child, 'message', { signal }), failAtExit()]);
  try {
    const text = `${name} sent no message within ${timeoutMs / 1_000} s.`;
    return (await rejectAfter(timeoutMs, message, text))[0];
  } finally {
    received.abort();
  }
};
