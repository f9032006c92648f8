/** What a consumer really handles of the events that sixteen writers append meanwhile, and how fast it catches up. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { openReader } from '#events/log/reader.ts';
import { openVault } from '#events/vault/vault.ts';
import { type Context, must, type Scenario } from '../scenario.ts';
import { openEmmett } from '../stores/emmett.ts';
import { masterKey } from '../stores/ours.ts';
import { Workload } from '../workload.ts';

const writers = 16;

/** Counts what comes, by the event's own name; a gap in the order of positions shows in `outOfOrder`. */
class Handled {
  readonly #seen = new Set<string>();
  #last = 0n;
  all = 0;
  outOfOrder = 0;
  lastAt = performance.now();

  handle(name: string, position: bigint) {
    this.#seen.add(name);
    this.all++;
    if (position <= this.#last) this.outOfOrder++;
    this.#last = position;
    this.lastAt = performance.now();
  }

  get different() {
    return this.#seen.size;
  }
}

type Consume = (handled: Handled) => Promise<{ stop: () => Promise<void> }>;

/** Until all have come, or nothing has come for so long. */
const settled = async (handled: Handled, events: number, patience = 3_000) => {
  handled.lastAt = performance.now();
  while (handled.different < events && performance.now() - handled.lastAt < patience) await sleep(20);
};

/** First beside the writers, then from the beginning over what is there. */
const watch = async (consume: Consume, write: () => Promise<void>, events: number) => {
  const live = new Handled();
  const first = await consume(live);
  await write();
  await settled(live, events);
  await first.stop();
  const late = new Handled();
  const start = performance.now();
  const second = await consume(late);
  await settled(late, events);
  const rate = (late.all * 1000) / (late.lastAt - start);
  await second.stop();
  return { live, late, rate };
};

const watchOurs = async ({ server, kinds, preset }: Context) => {
  const name = `lyceum_consumed_ours_${process.pid}`;
  const url = await server.createDatabase(name);
  const store = await kinds.ours.open(url, writers);
  const pool = new Pool({ connectionString: url, options: '-c role=lyceum_projector', max: 3 });
  const vault = openVault({ pool, masterKey });
  const reader = openReader({ pool, vault });
  const consume: Consume = async (handled) => {
    const stop = new AbortController();
    const work = (async () => {
      for await (const page of reader.tail({ after: 0, signal: stop.signal }))
        for (const event of page.events)
          if (event.type === 'UserProfileEdited')
            handled.handle(event.data.name ?? '', BigInt(event.position));
    })();
    return {
      stop: async () => {
        stop.abort();
        await work;
      },
    };
  };
  const workload = new Workload(store);
  const watched = await watch(consume, () => workload.write(preset.consumed, writers), preset.consumed);
  await store.check(preset.consumed);
  await reader.close();
  await vault.close();
  await pool.end();
  await store.close();
  await server.drop(name);
  return watched;
};

const watchEmmett = async ({ server, kinds, preset }: Context) => {
  const name = `lyceum_consumed_emmett_${process.pid}`;
  const url = await server.createDatabase(name);
  const store = await kinds.emmett.open(url, writers);
  let processors = 0;
  const consume: Consume = async (handled) => {
    const { store: events, close } = await openEmmett(url);
    const consumer = events.consumer();
    consumer.reactor({
      processorId: `bench-${++processors}`,
      startFrom: 'BEGINNING',
      eachMessage: ({ data, metadata }) => handled.handle(data.name, metadata.globalPosition),
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
  const workload = new Workload(store);
  const watched = await watch(consume, () => workload.write(preset.consumed, writers), preset.consumed);
  await store.check(preset.consumed);
  await store.close();
  await server.drop(name);
  return watched;
};

export const consumers: Scenario = {
  name: 'consumers',
  about: 'A consumer beside sixteen writers, then another one from the beginning',
  run: async (context) => {
    const events = context.preset.consumed;
    const own = await watchOurs(context);
    const peer = await watchEmmett(context);
    for (const { all, different, outOfOrder } of [own.live, own.late])
      must(
        all === events && different === events && outOfOrder === 0,
        `Of ${events} events our consumer handled ${different}, ${all - different} twice, ${outOfOrder} out of order.`,
      );
    const handled = (what: 'live' | 'late') => ({
      lyceum: own[what].different,
      emmett: peer[what].different,
    });
    return {
      rows: [
        { what: `different events handled of ${events}, beside 16 writers`, figures: handled('live') },
        { what: `different events handled of ${events}, afterwards`, figures: handled('late') },
        { what: 'catching up, events/s', figures: { lyceum: own.rate, emmett: peer.rate } },
      ],
      claims: [
        { what: 'events handled exactly once, of all', value: own.live.different / events, floor: 1 },
        { what: 'catching up, of emmett', value: own.rate / peer.rate, floor: 30 },
      ],
      notes: [
        `emmett handled ${peer.live.all - peer.live.different} events twice and ${peer.live.outOfOrder} out of order.`,
      ],
    };
  },
};
