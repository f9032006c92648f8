/** The clients of one server, in processes of their own: so nobody but the server waits in the server's event loop. */
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { rejectAfter } from '../waiting.ts';
import type { FromHerd, Tally, ToHerd } from './protocol.ts';

const openWithinMs = 300_000;

type Having = { event: string; position: number; at: bigint };

class HerdProcess {
  readonly #child: ChildProcess;
  #having: Having[] = [];
  #waiting = new Set<() => void>();
  #answers: ((message: FromHerd) => void)[] = [];

  constructor() {
    this.#child = fork(join(import.meta.dirname, 'herd-process.ts'));
    this.#child.on('message', (message: FromHerd) => {
      if (message.kind === 'everyone-has') {
        this.#having.push({ ...message, at: BigInt(message.at) });
        for (const look of [...this.#waiting]) look();
      } else this.#answers.shift()?.(message);
    });
    this.#child.once('exit', (code) => {
      if (code) console.error(`A process of clients ended with ${code}.`);
    });
  }

  ask(message: ToHerd): Promise<FromHerd> {
    this.#child.send(message);
    return new Promise((resolve) => this.#answers.push(resolve));
  }

  /** When its last client had the event of this position or a later one. */
  async has(event: string, position: number): Promise<bigint> {
    const find = () => this.#having.find((one) => one.event === event && one.position >= position);
    for (let found = find(); ; found = find()) {
      if (found) return found.at;
      await new Promise<void>((resolve) => {
        const look = () => {
          this.#waiting.delete(look);
          resolve();
        };
        this.#waiting.add(look);
      });
    }
  }

  forgetBefore(event: string, position: number) {
    this.#having = this.#having.filter((one) => one.event !== event || one.position >= position);
  }

  end() {
    this.#child.send({ act: 'end' } satisfies ToHerd);
  }
}

export type Herd = {
  clients: number;
  /** Nanoseconds (`process.hrtime`) when the last client had the event. @throws when one of them does not get it in time. */
  lastHas(event: string, position: number, withinMs?: number): Promise<bigint>;
  /** What was sent for the event last, without the `42` of the protocol. */
  sample(event: string): Promise<string>;
  tally(): Promise<Tally>;
  end(): void;
};

/**
 * Connects clients and waits until each was welcomed.
 * @param auths the handshake of each client, as JSON.
 */
export const openHerd = async (
  address: string,
  auths: readonly string[],
  processes: number,
): Promise<Herd> => {
  const all = Array.from({ length: processes }, () => new HerdProcess());
  const [first] = all;
  if (!first) throw new Error('A herd takes a process at least.');
  const opening = all.map((one, index) => {
    const own = auths.filter((_, client) => client % processes === index);
    return one.ask({ act: 'open', address, auths: own, atOnce: 16 });
  });
  await rejectAfter(openWithinMs, 'The clients could not connect in time', Promise.all(opening));
  return {
    clients: auths.length,
    lastHas: async (event, position, withinMs = 60_000) => {
      const each = Promise.all(all.map((one) => one.has(event, position)));
      const times = await rejectAfter(withinMs, `Not every client has the ${event} of ${position}`, each);
      for (const one of all) one.forgetBefore(event, position);
      return times.toSorted((one, other) => (one < other ? -1 : 1)).at(-1) ?? 0n;
    },
    sample: async (event) => {
      const answer = await first.ask({ act: 'sample', event });
      return answer.kind === 'sample' ? answer.packet.slice(2) : '';
    },
    tally: async () => {
      const answers = await Promise.all(all.map((one) => one.ask({ act: 'tally' })));
      const tallies = answers.flatMap((answer) => (answer.kind === 'tally' ? [answer.tally] : []));
      return {
        clients: tallies.reduce((sum, one) => sum + one.clients, 0),
        fewest: Math.min(...tallies.map((one) => one.fewest)),
        most: Math.max(...tallies.map((one) => one.most)),
        complaints: tallies.flatMap((one) => one.complaints),
      };
    },
    end: () => {
      for (const one of all) one.end();
    },
  };
};
