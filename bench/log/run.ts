/**
 * The log's benchmark: ours side by side with others, interleaved, on one PostgreSQL, every run checked.
 *
 *   node bench/log/run.ts [--full] [--only NAME[,NAME…]] [--server postgres://…]
 *
 * Without `--server` it starts a PostgreSQL of its own. Exit code 1 when a floor is missed or a check failed.
 */
import { parseArgs } from 'node:util';
import { installPeers } from './load-peers.ts';
import { tableOf, verdictOf } from './report.ts';
import { type Claim, type Context, presets, type Scenario } from './scenario.ts';
import { appends } from './scenarios/appends.ts';
import { bulk } from './scenarios/bulk.ts';
import { consumers } from './scenarios/consumers.ts';
import { hotStream } from './scenarios/hot-stream.ts';
import { largeLog } from './scenarios/large-log.ts';
import { multiEvent } from './scenarios/multi-event.ts';
import { oldSnapshot } from './scenarios/old-snapshot.ts';
import { slowDisk } from './scenarios/slow-disk.ts';
import { openServer, openSlowDisk } from './server.ts';
import { emmett } from './stores/emmett.ts';
import { insert, multiRow } from './stores/inserts.ts';
import { ours } from './stores/ours.ts';

const scenarios: readonly Scenario[] = [
  appends,
  slowDisk,
  oldSnapshot,
  multiEvent,
  hotStream,
  bulk,
  consumers,
  largeLog,
];

const { values: options } = parseArgs({
  options: {
    full: { type: 'boolean', default: false },
    only: { type: 'string' },
    server: { type: 'string' },
    rounds: { type: 'string' },
  },
});
const wanted = options.only?.split(',');
const unknown = wanted?.filter((name) => scenarios.every((scenario) => scenario.name !== name)) ?? [];
const preset = presets[options.full ? 'full' : 'quick'];
if (unknown.length > 0 || !preset) {
  console.error(
    `There is no scenario ${unknown}. There are: ${scenarios.map(({ name }) => name).join(', ')}.`,
  );
  process.exit(2);
}

installPeers();
await using server = await openServer(options.server);
console.log(`${server.about}\nPreset ${preset.name}, ${new Date().toISOString()}`);
const context: Context = {
  preset: options.rounds ? { ...preset, rounds: Number(options.rounds) } : preset,
  server,
  slowDisk: openSlowDisk,
  kinds: { ours, emmett, insert, multiRow },
  say: (sentence) => console.log(sentence),
};

const claims: Claim[] = [];
let failed = 0;
for (const scenario of scenarios) {
  if (wanted && !wanted.includes(scenario.name)) continue;
  console.log(`\n## ${scenario.about}\n`);
  const start = performance.now();
  try {
    const outcome = await scenario.run(context);
    console.log(`\n${tableOf(outcome.rows)}\n`);
    for (const note of outcome.notes ?? []) console.log(note);
    for (const claim of outcome.claims) console.log(verdictOf(claim));
    claims.push(...outcome.claims);
  } catch (error) {
    failed++;
    console.error(`FAILED ${scenario.name}:`, error);
  }
  console.log(`(${Math.round((performance.now() - start) / 1000)} s)`);
}

const missed = claims.filter(({ value, floor }) => !(value >= floor));
console.log(
  `\n${claims.length - missed.length} of ${claims.length} floors hold, ${failed} scenarios failed.`,
);
for (const claim of missed) console.log(verdictOf(claim));
if (missed.length > 0 || failed > 0) process.exitCode = 1;
