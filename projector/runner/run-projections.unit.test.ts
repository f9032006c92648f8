import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pause } from '#concurrency/pause.ts';
import type { Writer } from '../connection/writer.ts';
import { silentObserver } from '../testing/silent-observer.ts';
import { runProjections } from './run-projections.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Creates a connection on which a runner becomes the leader at once. It uses no database, because only the delays between the attempts are tested. */
const createLeadingWriter = async () =>
  ({
    client: { query: async () => ({ rows: [{ is_leader: true }] }) },
    connectionLost: new AbortController().signal,
    close: async () => {},
  }) as unknown as Writer;

test('doubles the delay after each failure of the leader, and starts again with the shortest delay after it has worked for a while', async () => {
  const stop = new AbortController();
  const startedAt: number[] = [];
  let worksForMs = 0;
  const running = runProjections(
    {
      openWriter: createLeadingWriter,
      beforeLeading: async () => {
        startedAt.push(performance.now());
        if (worksForMs > 0) await pause(worksForMs);
        throw new Error('The log contains an event of a newer release.');
      },
      reader: {} as never,
      projections: [],
      outbox: null,
      afterCommit: () => {},
      observer: silentObserver,
    },
    stop.signal,
  );
  const readDelays = () =>
    startedAt.slice(1).map((time, index) => Math.round(time - (startedAt[index] ?? 0)));
  await vi.advanceTimersByTimeAsync(500);
  expect(readDelays()).toEqual([50, 100, 200]);

  worksForMs = 20_000;
  await vi.advanceTimersByTimeAsync(400 + 20_000 + 60);
  expect(readDelays()).toEqual([50, 100, 200, 400, 20_050]);
  stop.abort();
  await vi.advanceTimersByTimeAsync(30_000);
  await running;
});
