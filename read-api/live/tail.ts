import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { LogReader } from '#events/log/log.ts';
import type { Logger } from '#platform/logging.ts';
import type { ReadTables } from '#platform/read-tables/tables.ts';
import type { CheckpointWakeUp } from '../freshness/checkpoint-wake-up.ts';
import { reachedBy, type Standing } from '../freshness/positions.ts';
import { liveModels } from './announce/announcers.ts';
import type { Announcement } from './announcement.ts';
import { Recent } from './recent.ts';
import { tell } from './tell.ts';

const pageSize = 500;
/** A node that starts tells itself this many positions, so that clients who come back find them in memory. */
const remembered = 2_000;
/** A node that falls back further than this has its clients fetch again instead. */
const furthestBehind = 10_000;
const lookAgainMs = 250;
/** A burst goes out in pieces of this size (characters of JSON), so that clients can read in between. */
const pieceSize = 65_536;

export type TailServices = {
  positions: () => Promise<Standing>;
  wakeUp: Pick<CheckpointWakeUp, 'next'>;
  log: LogReader;
  tables: Kysely<ReadTables>;
  logger: Logger;
};

export type Listener = {
  announce: (announcement: Announcement) => void;
  /** What clients show can't be brought up to date by messages: they should fetch it again. */
  refetch: () => void;
};

/**
 * Follows the log up to where the read models are, for all sockets of this node. An announcement is told, remembered
 * and counted in `position` in one turn of the event loop: whoever reads `position` and `recent` and joins rooms
 * without waiting in between misses nothing and gets nothing twice.
 */
export class LiveTail {
  #position = 0;
  #logId = '';
  #epochs = '';
  #anyParked = false;
  #recent = new Recent(0);
  #running: Promise<void> | null = null;
  readonly #stop = new AbortController();
  readonly #started = Promise.withResolvers<void>();
  #waiting = new Set<() => void>();
  readonly #services: TailServices;
  readonly #listener: Listener;

  constructor(services: TailServices, listener: Listener) {
    this.#services = services;
    this.#listener = listener;
  }

  /** Everything up to here has been told. */
  get position(): number {
    return this.#position;
  }
  get logId(): string {
    return this.#logId;
  }
  get recent(): Recent {
    return this.#recent;
  }
  get anyParked(): boolean {
    return this.#anyParked;
  }

  /** Resolves when the tail stands where the read models stood when it began. */
  start(): Promise<void> {
    this.#running ??= this.#run();
    return this.#started.promise;
  }

  /** Whether the tail has found its place within the time. */
  async startsWithin(ms: number): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => resolve(false), ms);
    const started = this.start().then(() => true);
    return Promise.race([started, promise]).finally(() => clearTimeout(timer));
  }

  /** Whether the position is told within the time. */
  async reaches(position: number, withinMs: number): Promise<boolean> {
    const end = performance.now() + withinMs;
    while (this.#position < position && !this.#stop.signal.aborted) {
      const left = end - performance.now();
      if (left <= 0) return false;
      await new Promise<void>((resolve) => {
        const done = () => {
          clearTimeout(timer);
          this.#waiting.delete(done);
          resolve();
        };
        const timer = setTimeout(done, left);
        this.#waiting.add(done);
      });
    }
    return this.#position >= position;
  }

  async close(): Promise<void> {
    this.#stop.abort();
    for (const done of [...this.#waiting]) done();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { positions, wakeUp, logger } = this.#services;
    let failures = 0;
    while (!this.#stop.signal.aborted) {
      try {
        await this.#follow(await positions());
        this.#started.resolve();
        failures = 0;
        await wakeUp.next(lookAgainMs);
      } catch (error) {
        if (this.#stop.signal.aborted) return;
        failures += 1;
        logger.warn({ err: error }, 'The live tail could not read; it tries again.');
        await wakeUp.next(Math.min(5_000, lookAgainMs * 2 ** Math.min(failures, 5)));
      }
    }
  }

  async #follow(standing: Standing): Promise<void> {
    const target = reachedBy(standing, liveModels);
    const epochs = liveModels.map((model) => standing.models.get(model)?.epoch ?? 0).join();
    this.#anyParked = liveModels.some((model) => (standing.models.get(model)?.parked ?? 0) > 0);
    const isFirst = this.#logId === '';
    if (isFirst) this.#stand(standing.logId, Math.max(0, target - remembered));
    else if (
      standing.logId !== this.#logId ||
      standing.head < this.#position ||
      target - this.#position > furthestBehind
    ) {
      // Another log, one that was restored to an earlier state, or too much at once.
      this.#stand(standing.logId, target);
      this.#listener.refetch();
    }
    while (this.#position < target && !this.#stop.signal.aborted) await this.#tellPage(target);
    if (!isFirst && epochs !== this.#epochs) this.#listener.refetch();
    this.#epochs = epochs;
    for (const done of [...this.#waiting]) done();
  }

  #stand(logId: string, position: number) {
    this.#logId = logId;
    this.#position = position;
    this.#recent = new Recent(position);
  }

  async #tellPage(target: number): Promise<void> {
    const { log, tables } = this.#services;
    const page = await log.readPage(this.#position, Math.min(pageSize, target - this.#position));
    const events = page.events.filter((event) => event.position <= target);
    const last = events.at(-1);
    if (!last) throw new Error(`The log has nothing after ${this.#position} though a model is at ${target}.`);
    const announcements = await tell(tables, events, this.#anyParked);
    let size = 0;
    for (const announcement of announcements) {
      this.#recent.add(announcement);
      this.#listener.announce(announcement);
      this.#position = announcement.position;
      for (const { message } of announcement.deliveries) size += JSON.stringify(message).length;
      if (size < pieceSize) continue;
      size = 0;
      await nextTurn();
    }
    this.#position = last.position;
  }
}
