/**
 * Benchmark of the log: compares it with emmett and with plain INSERTs on one PostgreSQL server, and verifies every run.
 *
 *   node bench/log/run.ts [--full] [--only NAME[,NAME…]] [--rounds N] [--large-log-events N] [--server postgres://…]
 *
 * Without `--server` it starts an embedded PostgreSQL. The exit code is 1 if a floor is missed or a run was not correct.
 */
import { parseArgs } from 'node:util';
import { openServer, openSlowDiskServer } from '../harness/benchmark-server.ts';
import { installPeers } from '../harness/load-peers.ts';
import { formatTable, formatVerdict, isMet, type MeasuredValue } from '../harness/report.ts';
import { presets, type Scenario, type ScenarioContext } from './scenario.ts';
import { appends } from './scenarios/appends.ts';
import { budgets } from './scenarios/budgets.ts';
import { bulk } from './scenarios/bulk.ts';
import { consumers } from './scenarios/consumers.ts';
import { hotStream } from './scenarios/hot-stream.ts';
import { largeLog } from './scenarios/large-log.ts';
import { multiEvent } from './scenarios/multi-event.ts';
import { oldSnapshot } from './scenarios/old-snapshot.ts';
import { slowDisk } from './scenarios/slow-disk.ts';
import { emmett } from './stores/emmett.ts';
import { insert, multiRow } from './stores/inserts.ts';
import { lyceum } from './stores/lyceum.ts';

const scenarios: readonly Scenario[] = [
  appends,
  slowDisk,
  oldSnapshot,
  budgets,
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
    'large-log-events': { type: 'string' },
  },
});
const selected = options.only?.split(',');
const unknown = selected?.filter((name) => scenarios.every((scenario) => scenario.name !== name)) ?? [];
if (unknown.length > 0) {
  console.error(
    `Unknown scenario: ${unknown.join(', ')}. Choose from ${scenarios.map(({ name }) => name).join(', ')}.`,
  );
  process.exit(2);
}

installPeers();
await using server = await openServer(options.server);
const preset = presets[options.full ? 'full' : 'quick'];
console.log(`${server.description}\nPreset ${preset.name}, ${new Date().toISOString()}`);
const context: ScenarioContext = {
  preset: {
    ...preset,
    rounds: Number(options.rounds ?? preset.rounds),
    largeLogEvents: Number(options['large-log-events'] ?? preset.largeLogEvents),
  },
  server,
  openSlowDiskServer: () => openSlowDiskServer(),
  kinds: { lyceum, emmett, insert, multiRow },
  print: (line) => console.log(line),
};

const measuredValues: MeasuredValue[] = [];
let failedScenarios = 0;
for (const scenario of scenarios) {
  if (selected && !selected.includes(scenario.name)) continue;
  console.log(`\n## ${scenario.title}\n`);
  const start = performance.now();
  try {
    const result = await scenario.run(context);
    console.log(`\n${formatTable(result.rows)}\n`);
    for (const note of result.notes ?? []) console.log(note);
    for (const measured of result.measuredValues) console.log(formatVerdict(measured));
    measuredValues.push(...result.measuredValues);
  } catch (error) {
    failedScenarios++;
    console.error(`FAILED ${scenario.name}:`, error);
  }
  console.log(`(${Math.round((performance.now() - start) / 1000)} s)`);
}

const missed = measuredValues.filter((measured) => !isMet(measured));
console.log(
  `\n${measuredValues.length - missed.length} of ${measuredValues.length} floors hold, ${failedScenarios} scenarios failed.`,
);
for (const measured of missed) console.log(formatVerdict(measured));
if (missed.length > 0 || failedScenarios > 0) process.exitCode = 1;
