/** Checks which events a consumer handles while sixteen writers append, and measures how fast a second consumer catches up. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { openReader } from '#events/log/read/reader.ts';
import { openVault } from '#events/vault/vault.ts';
import { openEmmett } from '../../harness/open-emmett.ts';
import type { Scenario, ScenarioContext } from '../scenario.ts';
import { masterKey } from '../stores/lyceum.ts';
import type { StoreKind } from '../stores/store.ts';
import { Workload } from '../workload.ts';

const writers = 16;

/** Counts the events that a consumer handles: all, the distinct ones, and those whose position does not exceed the previous one. */
class HandledEvents {
  readonly #names = new Set<string>();
  #lastPosition = 0n;
  all = 0;
  outOfOrder = 0;
  lastAt = performance.now();

  /** @param name identifies the event. */
  add(name: string, position: bigint) {
    this.#names.add(name);
    this.all++;
    if (position <= this.#lastPosition) this.outOfOrder++;
    this.#lastPosition = position;
    this.lastAt = performance.now();
  }

  get distinct() {
    return this.#names.size;
  }
}

type StartConsumer = (handled: HandledEvents) => Promise<{ stop: () => Promise<void> }>;

const idleTimeoutMs = 3_000;

/** Waits until all events are handled, or until none was handled for three seconds. */
const waitUntilHandled = async (handled: HandledEvents, events: number) => {
  handled.lastAt = performance.now();
  while (handled.distinct < events && performance.now() - handled.lastAt < idleTimeoutMs) await sleep(20);
};

/** Runs a consumer while events are written, and then a second one that starts at the first event. */
const observe = async (startConsumer: StartConsumer, write: () => Promise<void>, events: number) => {
  const live = new HandledEvents();
  const first = await startConsumer(live);
  await write();
  await waitUntilHandled(live, events);
  await first.stop();
  const late = new HandledEvents();
  const start = performance.now();
  const second = await startConsumer(late);
  await waitUntilHandled(late, events);
  const rate = (late.all * 1000) / (late.lastAt - start);
  await second.stop();
  return { live, late, rate };
};

/**
 * Observes the consumers of one store.
 * @param openConsumer returns a function that starts a consumer of the database, and one that closes what the consumers share.
 */
const measureConsumers = async (
  { server, preset }: ScenarioContext,
  kind: StoreKind,
  openConsumer: (url: string) => { start: StartConsumer; close: () => Promise<void> },
) => {
  const name = `lyceum_consumed_${kind.name}_${process.pid}`;
  await using resources = new AsyncDisposableStack();
  resources.defer(() => server.dropDatabase(name));
  const url = await server.createDatabase(name);
  const store = await kind.open(url, writers);
  resources.defer(store.close);
  const consumer = openConsumer(url);
  resources.defer(consumer.close);
  const workload = new Workload(store);
  const observed = await observe(
    consumer.start,
    () => workload.write(preset.consumedEvents, writers),
    preset.consumedEvents,
  );
  await store.verify(preset.consumedEvents);
  return observed;
};

const openLyceumConsumer = (url: string) => {
  const pool = new Pool({ connectionString: url, options: '-c role=lyceum_projector', max: 3 });
  const vault = openVault({ pool, masterKey });
  const reader = openReader({ pool, vault });
  const start: StartConsumer = async (handled) => {
    const stop = new AbortController();
    const consume = async () => {
      for await (const page of reader.tail({ after: 0, signal: stop.signal }))
        for (const event of page.events)
          if (event.type === 'UserProfileEdited') handled.add(event.data.name ?? '', BigInt(event.position));
    };
    const consuming = consume();
    return {
      stop: async () => {
        stop.abort();
        await consuming;
      },
    };
  };
  const close = async () => {
    await reader.close();
    await vault.close();
    await pool.end();
  };
  return { start, close };
};

const openEmmettConsumer = (url: string) => {
  let processorCount = 0;
  const start: StartConsumer = async (handled) => {
    const { store, close } = await openEmmett(url);
    const consumer = store.consumer();
    processorCount += 1;
    consumer.reactor({
      processorId: `bench-${processorCount}`,
      startFrom: 'BEGINNING',
      eachMessage: ({ data, metadata }) => handled.add(data.name, metadata.globalPosition),
    });
    const running = consumer.start().catch((error: unknown) => error);
    return {
      stop: async () => {
        await consumer.close();
        await running;
        await close();
      },
    };
  };
  return { start, close: async () => {} };
};

export const consumers: Scenario = {
  name: 'consumers',
  title: 'A consumer while sixteen writers append, then another consumer that starts at the first event',
  run: async (context) => {
    const events = context.preset.consumedEvents;
    const lyceum = await measureConsumers(context, context.kinds.lyceum, openLyceumConsumer);
    const emmett = await measureConsumers(context, context.kinds.emmett, openEmmettConsumer);
    for (const { all, distinct, outOfOrder } of [lyceum.live, lyceum.late])
      assert(
        all === events && distinct === events && outOfOrder === 0,
        `Of ${events} events our consumer handled ${distinct}. It repeated ${all - distinct} events and handled ${outOfOrder} out of order.`,
      );
    const distinctOf = (phase: 'live' | 'late') => ({
      lyceum: lyceum[phase].distinct,
      emmett: emmett[phase].distinct,
    });
    return {
      rows: [
        {
          label: `distinct events handled of ${events}, while 16 writers append`,
          figures: distinctOf('live'),
        },
        { label: `distinct events handled of ${events}, afterwards`, figures: distinctOf('late') },
        { label: 'catching up, events/s', figures: { lyceum: lyceum.rate, emmett: emmett.rate } },
      ],
      measuredValues: [
        { label: 'share of events handled exactly once', value: lyceum.live.distinct / events, floor: 1 },
        { label: 'catching up, relative to emmett', value: lyceum.rate / emmett.rate, floor: 30 },
      ],
      notes: [
        `emmett repeated ${emmett.live.all - emmett.live.distinct} events and handled ${emmett.live.outOfOrder} out of order.`,
      ],
    };
  },
};
