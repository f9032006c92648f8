import { LRUCache } from 'lru-cache';
import { readingKey } from './by-command.ts';
import type { RecordReading } from './record.ts';

/**
 * Remembers what was recorded, so that a page that is read again and again asks once an hour. Those who ask for the same at
 * the same moment wait for the same record; a failure is shared and not remembered.
 */
export const onceAnHour = (record: RecordReading, clock: () => Date): RecordReading => {
  const recorded = new LRUCache<string, true>({ max: 20_000 });
  const underWay = new Map<string, Promise<void>>();
  return async (reading) => {
    // With the hour in it: what was remembered runs out by itself.
    const key = readingKey(reading, clock());
    if (recorded.has(key)) return;
    const recording =
      underWay.get(key) ??
      record(reading)
        .then(() => void recorded.set(key, true))
        .finally(() => underWay.delete(key));
    underWay.set(key, recording);
    await recording;
  };
};
