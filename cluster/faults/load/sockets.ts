import { fork } from 'node:child_process';
import { join } from 'node:path';
import { rejectAfter } from '#concurrency/reject-after.ts';
import { registerPeople } from '../../services/people.ts';
import type { FromSockets, SocketsReport, ToSockets } from './sockets-messages.ts';

/** Sockets of signed-in people, in a process of their own. */
export type Sockets = AsyncDisposable & {
  count: number;
  /** Requests a report of what the sockets have received. */
  report(): Promise<SocketsReport>;
};

const openTimeoutMs = 120_000;
const reportTimeoutMs = 30_000;

/** Fewer than the 100 sockets that one person may open per node. */
const socketsPerPerson = 25;

/** Registers students who only listen. @returns a token for each socket. */
export const registerListeners = async (edgeUrl: string, socketCount: number): Promise<string[]> => {
  const count = Math.ceil(socketCount / socketsPerPerson);
  const listeners = await registerPeople(edgeUrl, 'listener', count, 'Student');
  return Array.from({ length: socketCount }, (_, index) => listeners[index % count]?.token ?? '');
};

/**
 * Connects one socket for each token, and resolves when each has received its welcome.
 * @param options.reconnectAfterMs after how many milliseconds, on average, a socket ends its connection and opens a new one; 0: never.
 * @throws Error if the sockets are not connected in time.
 */
export const openSockets = async (
  address: string,
  tokens: readonly string[],
  { reconnectAfterMs }: { reconnectAfterMs: number } = { reconnectAfterMs: 0 },
): Promise<Sockets> => {
  const child = fork(join(import.meta.dirname, 'sockets-process.ts'));
  const ask = (message: ToSockets, timeoutMs: number) =>
    rejectAfter(
      timeoutMs,
      new Promise<FromSockets>((resolve) => {
        child.once('message', resolve);
        child.send(message);
      }),
      `The sockets did not answer "${message.act}" within ${timeoutMs / 1000} s.`,
    );
  const end = () => {
    if (child.connected) child.send({ act: 'end' } satisfies ToSockets);
  };
  try {
    await ask({ act: 'open', address, tokens, reconnectAfterMs }, openTimeoutMs);
  } catch (error) {
    end();
    throw error;
  }
  return {
    count: tokens.length,
    report: async () => {
      const answer = await ask({ act: 'report' }, reportTimeoutMs);
      if (answer.kind !== 'report') throw new Error('The sockets gave no report.');
      return answer.report;
    },
    [Symbol.asyncDispose]: async () => end(),
  };
};
