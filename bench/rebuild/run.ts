/**
 * How quickly all read models are rebuilt from a school's log, beside a peer's consumer with one simple projection.
 *
 *   node bench/rebuild/run.ts [--full | --events N] [--rounds N] [--server postgres://…]
 *
 * Without `--server` it starts a PostgreSQL of its own. Exit code 1 when a floor is missed or a row is wrong.
 */
import { parseArgs } from 'node:util';
import { Pool } from 'pg';
import { installPeers } from '../log/load-peers.ts';
import { tableOf, verdictOf } from '../log/report.ts';
import { type Claim, median } from '../log/scenario.ts';
import { openServer } from '../log/server.ts';
import { consumeAsPeer } from './emmett.ts';
import { assertCounts, catchUpAsLeader, checkAll, fillLog, rebuildAll, standAtHead } from './ours.ts';

const { values: options } = parseArgs({
  options: {
    full: { type: 'boolean', default: false },
    events: { type: 'string' },
    rounds: { type: 'string' },
    server: { type: 'string' },
  },
});
const wanted = Number(options.events ?? (options.full ? 1_000_000 : 100_000));
const rounds = Number(options.rounds ?? 3);
/** The others are slower, and as fast at the beginning of the log as later on. */
const byLeader = Math.min(wanted, 100_000);
const byPeer = Math.min(wanted, 20_000);

const inTime = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
  const began = performance.now();
  const result = await work();
  const figure = typeof result === 'number' ? `: ${Math.round(result).toLocaleString('en')} events/s` : '';
  console.log(`  ${what}${figure} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
  return result;
};

installPeers();
await using server = await openServer(options.server);
const name = `lyceum_bench_rebuild_${process.pid}`;
const url = await server.createDatabase(name);
const pool = new Pool({ connectionString: url, max: 2 });
pool.on('error', () => undefined);
console.log(`${server.about}\n${new Date().toISOString()}\n`);
try {
  const filled = await inTime(`${wanted.toLocaleString('en')} events appended`, () =>
    fillLog(url, wanted, byPeer),
  );
  const { events } = filled.tally;
  const leader = await inTime('the leader catching up, page by page', () => catchUpAsLeader(url, byLeader));
  await standAtHead(pool, events);
  const rebuilds: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const rate = await inTime(`rebuild of all models${round === 0 ? ', to warm up' : ''}`, () =>
      rebuildAll(url, events),
    );
    if (round > 0) rebuilds.push(rate);
    await assertCounts(pool, filled);
  }
  const checked = await inTime('check of all models', () => checkAll(url, events));
  const peer = await inTime('the peer’s consumer, one projection', () => consumeAsPeer(server, filled.first));

  const rebuilt = median(rebuilds);
  console.log(
    `\n${tableOf([
      { what: 'rebuild of all models, from zero', figures: { lyceum: rebuilt, emmett: peer } },
      { what: 'check of all models, from zero', figures: { lyceum: checked } },
      { what: 'the leader catching up with all models', figures: { lyceum: leader } },
    ])}\n`,
  );
  const claims: Claim[] = [
    { what: 'rebuild, of the leader’s own rate', value: rebuilt / leader, floor: 1.5 },
    { what: 'rebuild of all, of the peer’s one projection', value: rebuilt / peer, floor: 10, ambition: 20 },
    ...(options.full
      ? [{ what: 'rebuild of all models', value: rebuilt, floor: 50_000, unit: 'events/s' }]
      : []),
  ];
  for (const claim of claims) console.log(verdictOf(claim));
  if (claims.some(({ value, floor }) => !(value >= floor))) process.exitCode = 1;
} catch (error) {
  console.error('FAILED', error);
  process.exitCode = 1;
} finally {
  await pool.end();
  await server.drop(name);
}
