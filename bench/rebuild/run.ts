/**
 * Benchmark of rebuilds: how fast all read models are rebuilt from the log of a school, compared with a peer's consumer that
 * fills one simple projection.
 *
 *   node bench/rebuild/run.ts [--full | --events N] [--rounds N] [--only leader] [--against FOLDER] [--server postgres://…]
 *
 * Without `--server` it starts an embedded PostgreSQL. The exit code is 1 if a floor is missed or a row is wrong.
 */
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { Client, Pool } from 'pg';
import { openServer } from '../harness/benchmark-server.ts';
import { installPeers } from '../harness/load-peers.ts';
import { formatTable, type MeasuredValue, printVerdicts } from '../harness/report.ts';
import { median } from '../harness/statistics.ts';
import { measurePeer } from './measure-peer.ts';
import {
  createLog,
  moveCheckpointsToHead,
  runCheck,
  runLeader,
  runRebuild,
  verifyCounts,
} from './projector-runs.ts';
import type { AppendedSchool } from './school/append-school.ts';

const { values: options } = parseArgs({
  options: {
    full: { type: 'boolean', default: false },
    events: { type: 'string' },
    rounds: { type: 'string' },
    only: { type: 'string' },
    against: { type: 'string' },
    server: { type: 'string' },
  },
});
const eventCount = Number(options.events ?? (options.full ? 1_000_000 : 100_000));
const rounds = Number(options.rounds ?? 3);
/** The leader and the peer get only a part of a long log, because they are slower and their rate does not depend on its length. */
const maxLeaderEvents = 100_000;
const peerEventCount = Math.min(eventCount, 20_000);

if (options.only !== undefined && options.only !== 'leader') {
  process.stderr.write('--only takes one name: leader.\n');
  process.exit(2);
}
/** The working copies whose leaders are measured, with the code that runs them. */
const leaders = [{ name: 'here', runLeader }];
if (options.against !== undefined) {
  const file = join(options.against, 'bench', 'rebuild', 'projector-runs.ts');
  const against = (await import(pathToFileURL(resolve(file)).href)) as { runLeader: typeof runLeader };
  leaders.push({ name: 'against', runLeader: against.runLeader });
}

type LeaderFigures = { label: string; figures: { lyceum: number; against: number | null } };

/** Prints how long a step took and, if it returns a rate, the rate. */
const runStep = async <T>(label: string, work: () => Promise<T>): Promise<T> => {
  const start = performance.now();
  const result = await work();
  const rate = typeof result === 'number' ? `: ${Math.round(result).toLocaleString('en')} events/s` : '';
  console.log(`  ${label}${rate} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
  return result;
};

await using server = await openServer(options.server);
const database = `lyceum_bench_rebuild_${process.pid}`;
const url = await server.createDatabase(database);
const pool = new Pool({ connectionString: url, max: 2 });
// Without a listener, a lost connection would end the process instead of failing the next query.
pool.on('error', () => undefined);

/**
 * Lets the leaders of all working copies catch up, in turn, each in a copy of the database.
 * @returns by name, the median of the rates in events per second, without the first round.
 */
const measureLeaders = async (school: AppendedSchool): Promise<Map<string, number>> => {
  const { events } = school.expected;
  // The last act of the school may append several events, so the log may have some more than requested.
  const to = eventCount > maxLeaderEvents ? maxLeaderEvents : events;
  const rates = new Map<string, number[]>();
  for (let round = 0; round <= rounds; round += 1)
    for (const leader of leaders) {
      const copy = `${database}_leader`;
      const copyUrl = await server.createDatabase(copy, database);
      try {
        const rate = await runStep(
          `the leader catching up, ${leader.name}${round === 0 ? ' (warm-up)' : ''}`,
          () => leader.runLeader(copyUrl, to),
        );
        if (round > 0) rates.set(leader.name, [...(rates.get(leader.name) ?? []), rate]);
        // If the leader has applied only a part of the log, the expected counts are not known.
        if (to === events) {
          const client = new Client({ connectionString: copyUrl });
          await client.connect();
          await verifyCounts(client, school.expected).finally(() => client.end());
        }
      } finally {
        await server.dropDatabase(copy);
      }
    }
  return new Map([...rates].map(([name, measured]) => [name, median(measured)]));
};

/** Measures rebuilds, checks and the peer. @param leader the measured rates of the leader. */
const measureRebuilds = async (school: AppendedSchool, leader: LeaderFigures): Promise<void> => {
  const { events } = school.expected;
  await moveCheckpointsToHead(pool, events);
  const rebuilds: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const rate = await runStep(`rebuild of all models${round === 0 ? ' (warm-up)' : ''}`, () =>
      runRebuild(url, events),
    );
    if (round > 0) rebuilds.push(rate);
    await verifyCounts(pool, school.expected);
  }
  const checked = await runStep('check of all models', () => runCheck(url, events));
  const peer = await runStep('the peer’s consumer, one projection', () =>
    measurePeer(server, school.firstAppends),
  );

  const rebuilt = median(rebuilds);
  console.log(
    `\n${formatTable([
      { label: 'rebuild of all models, from zero', figures: { lyceum: rebuilt, emmett: peer } },
      { label: 'check of all models, from zero', figures: { lyceum: checked } },
      leader,
    ])}\n`,
  );
  const measuredValues: MeasuredValue[] = [
    {
      label: 'rebuild, relative to the leader catching up',
      value: rebuilt / leader.figures.lyceum,
      floor: 1.5,
    },
    {
      label: 'rebuild of all models, relative to the peer’s one projection',
      value: rebuilt / peer,
      floor: 10,
      ambition: 20,
    },
    ...(options.full
      ? [{ label: 'rebuild of all models', value: rebuilt, floor: 50_000, unit: 'events/s' }]
      : []),
  ];
  printVerdicts(measuredValues);
};

if (options.only === undefined) installPeers();
console.log(`${server.description}\n${new Date().toISOString()}\n`);
try {
  const school = await runStep(`${eventCount.toLocaleString('en')} events appended`, () =>
    createLog(url, eventCount, peerEventCount),
  );
  const leaderRates = await measureLeaders(school);
  const leaderFigures: LeaderFigures = {
    label: 'the leader catching up with all models',
    figures: { lyceum: leaderRates.get('here') ?? 0, against: leaderRates.get('against') ?? null },
  };
  if (options.only === 'leader') console.log(`\n${formatTable([leaderFigures])}\n`);
  else await measureRebuilds(school, leaderFigures);
} catch (error) {
  console.error('FAILED', error);
  process.exitCode = 1;
} finally {
  await pool.end();
  await server.dropDatabase(database);
}
