/** The clients of one server. They run in processes of their own, so that they do not use the server's event loop. */

import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { rejectAfter } from '#concurrency/reject-after.ts';
import type { FromClients, ReceivedCounts, ToClients } from './messages.ts';

const openTimeoutMs = 300_000;
/** Concurrent handshakes per process. */
const concurrentHandshakes = 16;

type ReceivedByAll = { event: string; position: number; at: bigint };

class ClientProcess {
  readonly #child: ChildProcess;
  #received: ReceivedByAll[] = [];
  #waiting = new Set<() => void>();
  #answerHandlers: ((message: FromClients) => void)[] = [];

  constructor() {
    this.#child = fork(join(import.meta.dirname, 'client-process.ts'));
    this.#child.on('message', (message: FromClients) => {
      if (message.kind === 'received-by-all') {
        this.#received.push({ ...message, at: BigInt(message.at) });
        for (const wake of [...this.#waiting]) wake();
      } else {
        const handleAnswer = this.#answerHandlers.shift();
        handleAnswer?.(message);
      }
    });
    this.#child.once('exit', (code) => {
      if (code) console.error(`A client process exited with code ${code}.`);
    });
  }

  request(message: ToClients): Promise<FromClients> {
    this.#child.send(message);
    return new Promise((resolve) => this.#answerHandlers.push(resolve));
  }

  /** Waits for an event with this position or a later one. @returns the time at which the last client received it, in nanoseconds. */
  async waitForAll(event: string, position: number): Promise<bigint> {
    const find = () => this.#received.find((entry) => entry.event === event && entry.position >= position);
    while (true) {
      const found = find();
      if (found) return found.at;
      await new Promise<void>((resolve) => {
        const wake = () => {
          this.#waiting.delete(wake);
          resolve();
        };
        this.#waiting.add(wake);
      });
    }
  }

  /** Forgets the receipts of an event before this position. */
  forgetBefore(event: string, position: number) {
    this.#received = this.#received.filter((entry) => entry.event !== event || entry.position >= position);
  }

  /** Closes the channel to the process, which then exits. */
  end() {
    if (this.#child.connected) this.#child.disconnect();
  }
}

/** Returns the latest of several times. `Math.max` cannot compare them, because they are of type bigint. */
export const latestOf = (times: readonly bigint[]): bigint =>
  times.toSorted((one, other) => (one < other ? -1 : 1)).at(-1) ?? 0n;

export type ClientGroup = {
  clients: number;
  /**
   * Waits until every client has received an event with this position or a later one.
   * @returns the time at which the last client received it, as `process.hrtime.bigint()` in nanoseconds.
   * @throws Error if a client does not receive it in time.
   */
  waitForAll(event: string, position: number, timeoutMs?: number): Promise<bigint>;
  /** Returns the last packet of an event, without the prefix `42` of the protocol. */
  sample(event: string): Promise<string>;
  /** Counts the messages that the clients have received. */
  count(): Promise<ReceivedCounts>;
  end(): void;
};

/**
 * Connects clients and waits until the server has welcomed each of them.
 * @param auths the handshake of each client, as JSON.
 * @throws Error if the clients cannot connect in time.
 */
export const openClientGroup = async (
  address: string,
  auths: readonly string[],
  processCount: number,
): Promise<ClientGroup> => {
  const processes = Array.from({ length: processCount }, () => new ClientProcess());
  const [first] = processes;
  if (!first) throw new Error('A group of clients needs at least one process.');
  const opening = processes.map((process, index) => {
    const share = auths.filter((_, client) => client % processCount === index);
    return process.request({ act: 'open', address, auths: share, concurrency: concurrentHandshakes });
  });
  const end = () => {
    for (const process of processes) process.end();
  };
  try {
    await rejectAfter(openTimeoutMs, Promise.all(opening), 'The clients could not connect in time.');
  } catch (error) {
    end();
    throw error;
  }
  return {
    clients: auths.length,
    waitForAll: async (event, position, timeoutMs = 60_000) => {
      const received = Promise.all(processes.map((process) => process.waitForAll(event, position)));
      const message = `Not every client received the event ${event} at position ${position} in time.`;
      const times = await rejectAfter(timeoutMs, received, message);
      for (const process of processes) process.forgetBefore(event, position);
      return latestOf(times);
    },
    sample: async (event) => {
      const answer = await first.request({ act: 'sample', event });
      return answer.kind === 'sample' ? answer.packet.slice(2) : '';
    },
    count: async () => {
      const answers = await Promise.all(processes.map((process) => process.request({ act: 'count' })));
      const counts = answers.flatMap((answer) => (answer.kind === 'counts' ? [answer.counts] : []));
      return {
        clients: counts.reduce((sum, { clients }) => sum + clients, 0),
        fewest: Math.min(...counts.map(({ fewest }) => fewest)),
        most: Math.max(...counts.map(({ most }) => most)),
        errors: counts.flatMap(({ errors }) => errors),
      };
    },
    end,
  };
};
