import { LRUCache } from 'lru-cache';
import { readingIdOf } from '#platform/identity/record-ids.ts';
import type { RecordReading } from './reading.ts';

/**
 * How long a node remembers a reading. It is shorter than the hour for which one event suffices: if the clock of the command-api is
 * behind, the first command of a new hour still belongs to the previous hour there, and records nothing. A read after these five
 * minutes sends the command again, so the new hour gets its own event.
 */
const rememberedForMs = 300_000;

/**
 * Returns a recorder that remembers each reading for five minutes, so that repeated reads of the same data cause few commands. Concurrent
 * requests for the same data share one command. A failure is also shared, but not remembered.
 */
export const rememberReadings = (record: RecordReading, clock: () => Date): RecordReading => {
  const recorded = new LRUCache<string, true>({ max: 20_000, ttl: rememberedForMs });
  const pending = new Map<string, Promise<void>>();
  return async (reading) => {
    // The id contains the hour, so entries of earlier hours never match again. The history is part of the key, because a failover that
    // loses events may have lost this one.
    const key = `${reading.logId} ${readingIdOf(reading.adminId, reading, clock())}`;
    if (recorded.has(key)) return;
    const recording =
      pending.get(key) ??
      record(reading)
        .then(() => void recorded.set(key, true))
        .finally(() => pending.delete(key));
    pending.set(key, recording);
    await recording;
  };
};
