/**
 * Benchmark of HTTP: compares requests to the product with requests to its peers (small Koa and Fastify servers) in one run, and checks
 * the answers.
 *
 *   node bench/http/run.ts [--full] [--only NAME[,NAME…]] [--edition NAME] [--courses N] [--connections N[,N]] [--rounds N]
 *     [--round-ms N] [--against FOLDER] [--profile FOLDER] [--server postgres://…]
 *
 * Without `--server` it starts an embedded PostgreSQL. The exit code is 1 if a floor is missed or an answer was wrong.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openServer } from '../harness/benchmark-server.ts';
import { installPeers } from '../harness/load-peers.ts';
import { formatVerdict, isMet, type MeasuredValue } from '../harness/report.ts';
import { describeMachine } from '../live/machine.ts';
import type { Edition } from './editions/edition.ts';
import { startOneMachine } from './editions/one-machine.ts';
import { startSeparateServices } from './editions/separate-services.ts';
import { type LogWatch, openLogWatch } from './log-watch.ts';
import { type Contestant, type Measured, measureInTurns } from './measure.ts';
import type { PeerKind } from './peers/peer-options.ts';
import { type Peers, startPeers } from './peers/start-peers.ts';
import { formatMeasured, ratioOf } from './report.ts';
import { type BenchRequest, createBenchRequests, peerOf } from './requests.ts';
import { measureUnderLoad } from './scenarios/under-load.ts';
import type { Person } from './school/people.ts';
import { type School, seedSchool } from './school/seed-school.ts';

const { values: options } = parseArgs({
  options: {
    full: { type: 'boolean', default: false },
    only: { type: 'string' },
    edition: { type: 'string' },
    courses: { type: 'string' },
    connections: { type: 'string' },
    rounds: { type: 'string' },
    'round-ms': { type: 'string' },
    against: { type: 'string' },
    profile: { type: 'string' },
    server: { type: 'string' },
  },
});
const preset = options.full
  ? { courses: '26,10000', connections: '50,256', rounds: '5', roundMs: '2000' }
  : { courses: '26', connections: '50', rounds: '3', roundMs: '250' };
const root = join(import.meta.dirname, '..', '..');
const parseNumbers = (text: string) => text.split(',').map(Number);
const connectionLevels = parseNumbers(options.connections ?? preset.connections);
const courseCounts = parseNumbers(options.courses ?? preset.courses);
const rounds = Number(options.rounds ?? preset.rounds);
const durationMs = Number(options['round-ms'] ?? preset.roundMs);

/** `against`: the separate services of another working copy of the repository. */
const editionNames = ['separate services', 'one machine', 'against'] as const;
type EditionName = (typeof editionNames)[number];
const selectedEditions = editionNames.filter((name) =>
  name === 'against' ? options.against !== undefined : name.startsWith(options.edition ?? ''),
);
const underLoadName = 'under-load';
const requestNames = [...createBenchRequests().map(({ name }) => name), underLoadName];
const selectedNames = options.only?.split(',') ?? requestNames;
const unknownNames = selectedNames.filter((name) => !requestNames.includes(name));
if (unknownNames.length > 0 || selectedEditions.length === 0) {
  const unknownEditions = selectedEditions.length === 0 ? [options.edition] : [];
  console.error(
    `Unknown: ${[...unknownNames, ...unknownEditions].join(', ')}. Requests: ${requestNames.join(', ')}. Editions: separate, one.`,
  );
  process.exit(2);
}
if (options.only !== undefined && selectedNames.includes(underLoadName) && !options.full) {
  console.error(`${underLoadName} is measured with --full only.`);
  process.exit(2);
}

const peerLabels: Record<PeerKind, string> = {
  hello: 'Koa hello',
  select: 'Koa + SELECT',
  insert: 'Koa + INSERT',
  fastify: 'Fastify hello',
};

type RunningEdition = {
  name: EditionName;
  edition: Edition;
  school: School;
  log: LogWatch;
  requests: BenchRequest[];
  /** The number of acknowledged commands, and the number of events of their types at the start; by the name of the request. */
  commands: Map<string, { acknowledged: number; eventsBefore: number }>;
};

const measuredValues: MeasuredValue[] = [];
let insertedByPeer = 0;

installPeers();
await using server = await openServer(options.server);
console.log(`${server.description}\n${describeMachine()}\n${new Date().toISOString()}`);

const startEdition = (name: EditionName, url: string, people: readonly Person[]): Promise<Edition> => {
  if (name === 'one machine') return startOneMachine(url, people);
  return name === 'against'
    ? startSeparateServices(url, { cwd: options.against ?? root })
    : startSeparateServices(url, { cwd: root, profileFolder: options.profile ?? null });
};

/** Creates a school in a new database, starts an edition on it, and waits until the read models contain the school. */
const openEdition = async (
  resources: AsyncDisposableStack,
  name: EditionName,
  courses: number,
): Promise<RunningEdition> => {
  const database = `lyceum_bench_http_${process.pid}_${name.replace(' ', '_')}_${courses}`;
  const url = await server.createDatabase(database);
  resources.defer(() => server.dropDatabase(database));
  const school = await seedSchool(url, { courses, readers: 16, writers: options.full ? 512 : 128 });
  const people = [...school.admins, ...school.readers, ...school.writers];
  const edition = resources.use(await startEdition(name, url, people));
  const log = resources.use(await openLogWatch(url));
  await log.waitForReadModels();
  const requests = createBenchRequests().filter((request) => selectedNames.includes(request.name));
  return {
    name,
    edition,
    school,
    log,
    requests,
    commands: new Map(),
  };
};

const contestantOf = ({ name, edition, school, log }: RunningEdition, request: BenchRequest): Contestant => ({
  name: `${name}: ${request.label}`,
  processes: edition.processes,
  createLoad: () => request.createLoad(edition, school),
  settle: log.waitForReadModels,
});

/** Returns whether the values of an edition have floors. Those of another working copy do not. */
const hasFloors = (name: EditionName) => name !== 'against';

/** Adds a ratio to the measured values, if there is a floor for this number of connections. */
const addMeasuredValue = (request: BenchRequest, label: string, value: number, connections: number) => {
  const targetAt = (target: BenchRequest['floor']) =>
    typeof target === 'number' ? target : (target[connections] ?? Number.NaN);
  const floor = targetAt(request.floor);
  const ambition = targetAt(request.ambition);
  if (!Number.isNaN(floor)) measuredValues.push({ label, value, floor, ambition });
};

/** Measures the requests of a group in all editions together with their peers, and prints a table. */
const measureGroup = async (
  group: BenchRequest['group'],
  editions: readonly RunningEdition[],
  peers: Peers,
  connections: number,
): Promise<void> => {
  const [first] = editions;
  const measuredPeer = peerOf[group];
  const kinds: PeerKind[] = group === 'public' ? ['hello', 'fastify'] : [measuredPeer];
  const ours = editions.flatMap((running) =>
    running.requests
      .filter((request) => request.group === group)
      .map((request) => ({ running, request, contestant: contestantOf(running, request) })),
  );
  if (!first || ours.length === 0) return;
  for (const { running, request } of ours) {
    if (!request.eventTypes || running.commands.has(request.name)) continue;
    const eventsBefore = await running.log.countEvents(request.eventTypes);
    running.commands.set(request.name, { acknowledged: 0, eventsBefore });
  }
  const peerContestants = peers.all
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ kind, pid, load }) => ({
      name: peerLabels[kind],
      processes: { server: pid },
      createLoad: () => load,
      settle: async () => {},
    }));
  const results = await measureInTurns([...peerContestants, ...ours.map(({ contestant }) => contestant)], {
    rounds,
    durationMs,
    connections,
    postmaster: first.log.postmaster,
  });
  const resultOf = (name: string): Measured => {
    const result = results.get(name);
    if (!result) throw new Error(`${name} was not measured.`);
    return result;
  };
  const peer = resultOf(peerLabels[measuredPeer]);
  if (measuredPeer === 'insert') insertedByPeer += peer.acknowledged;
  for (const { running, request, contestant } of ours) {
    const measured = resultOf(contestant.name);
    const command = running.commands.get(request.name);
    if (command) command.acknowledged += measured.acknowledged;
    const label = `${contestant.name}, ${running.school.courses.length} courses, ${connections} connections`;
    if (hasFloors(running.name)) addMeasuredValue(request, label, ratioOf(measured, peer), connections);
  }
  const rows = [...peerContestants, ...ours.map(({ contestant }) => contestant)].map(({ name }) => ({
    label: name,
    measured: resultOf(name),
    peer: name === peerLabels[measuredPeer] ? null : peer,
  }));
  console.log(`\n### ${group}, ${connections} connections\n`);
  console.log(formatMeasured(rows, peerLabels[measuredPeer]));
};

/** Compares the log with the acknowledged commands. @throws AssertionError if the log does not contain exactly their events. */
const verifyCommands = async ({ name, log, requests, commands }: RunningEdition): Promise<void> => {
  for (const request of requests) {
    const counted = commands.get(request.name);
    if (!request.eventTypes || !counted) continue;
    const { acknowledged, eventsBefore } = counted;
    const events = (await log.countEvents(request.eventTypes)) - eventsBefore;
    assert.equal(events, acknowledged, `${name}: events of ${request.label}, and acknowledged commands`);
    console.log(`${name}: ${acknowledged} × ${request.label} acknowledged, ${events} events in the log`);
  }
};

let hasFailed = false;
try {
  await using resources = new AsyncDisposableStack();
  const peersDatabase = `lyceum_bench_http_${process.pid}_peers`;
  const peersUrl = await server.createDatabase(peersDatabase);
  resources.defer(() => server.dropDatabase(peersDatabase));
  const peers = resources.use(await startPeers(peersUrl));
  for (const courses of courseCounts) {
    await using editionResources = new AsyncDisposableStack();
    const editions: RunningEdition[] = [];
    for (const name of selectedEditions) editions.push(await openEdition(editionResources, name, courses));
    console.log(`\n## ${courses} courses`);
    // Commands add courses and notes, so they come after the GETs.
    for (const group of ['public', 'signed-in', 'commands'] as const)
      for (const connections of connectionLevels) await measureGroup(group, editions, peers, connections);
    console.log('');
    for (const running of editions) await verifyCommands(running);
    if (options.full && selectedNames.includes(underLoadName))
      for (const { name, edition, school } of editions) {
        const measured = await measureUnderLoad(name, edition, school);
        if (hasFloors(name)) measuredValues.push(measured);
      }
  }
  await peers.verifyInserts(insertedByPeer);
} catch (error) {
  hasFailed = true;
  console.error('FAILED', error);
}

console.log(`\n${describeMachine()}`);
for (const measured of measuredValues) console.log(formatVerdict(measured));
console.log(`${measuredValues.filter(isMet).length} of ${measuredValues.length} floors hold.`);
if (hasFailed || !measuredValues.every(isMet)) process.exitCode = 1;
