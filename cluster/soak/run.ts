/**
 * Runs a school on the cluster, by default for an hour, and disturbs the cluster about every minute. Fails, for example, if an acknowledged
 * command is lost, or if a measured value grows beyond its limit:
 *
 *   npm run cluster:soak [-- --minutes N] [--people N] [--sockets N] [--picture FILE] [--keep]
 *
 * docs/cluster.md explains the result.
 */
import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { countCompleteSockets } from '../faults/accounting/compare-with-log.ts';
import { readLog } from '../faults/accounting/read-log.ts';
import { openSockets, registerListeners, type Sockets } from '../faults/load/sockets.ts';
import { createStopSignal } from '../processes/create-stop-signal.ts';
import { waitUntil } from '../processes/wait-until.ts';
import { findProgramFailure } from '../services/find-program-failure.ts';
import { registerPeople } from '../services/people.ts';
import { type Cluster, startCluster } from '../start-cluster.ts';
import { compareActs } from './accounting/compare-acts.ts';
import { type Disturbances, startDisturbances } from './disturbances.ts';
import { findSoakFailures, findUnjudgedKinds, type SoakResult } from './judge.ts';
import { createCommands } from './load/commands.ts';
import { createParticipant, type School } from './load/school.ts';
import { addCourse } from './load/staff-acts.ts';
import { type Read, startVisits, type Visits } from './load/visits.ts';
import { type Kind, kinds, type Measurements, startMeasurements } from './measure/measure.ts';
import { drawPicture } from './picture.ts';
import { formatSoakTable } from './report.ts';

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    people: { type: 'string', default: '5000' },
    sockets: { type: 'string', default: '500' },
    picture: { type: 'string' },
    keep: { type: 'boolean', default: false },
  },
});
const [minutes, people, socketCount] = [options.minutes, options.people, options.sockets].map(Number);
if (![minutes, people, socketCount].every((count) => Number.isInteger(count) && (count ?? 0) > 0)) {
  process.stderr.write('--minutes, --people and --sockets must be whole numbers above 0.\n');
  process.exit(2);
}
const durationMs = (minutes ?? 0) * 60_000;
const print = (text: string) => process.stdout.write(`${text}\n`);

const concurrentVisits = 24;
const disturbanceIntervalMs = 60_000;
/** Rolling restarts come early, so that the processes after the second restart live long enough to show whether they grow. */
const rollingRestarts = new Set(
  [0.125, 0.375].map((share) => Math.floor((share * durationMs) / disturbanceIntervalMs)),
);
const measureIntervalMs = 10_000;
/** A fifth of the people are there at the start. The others register in the first four fifths of the time. */
const [initialShare, registrationShare] = [0.2, 0.8];
const [adminCount, instructorCount, initialCourses] = [12, 4, 20];
const socketLifeMs = 120_000;
const drainTimeoutMs = 90_000;
const healthyTimeoutMs = 180_000;
const socketsTimeoutMs = 120_000;
const logTimeoutMs = 120_000;

const { signal } = createStopSignal('Stopped.');

/** Registers the people who are there at the start, and adds the first courses. */
const openSchool = async (edgeUrl: string, commands: ReturnType<typeof createCommands>): Promise<School> => {
  const initialStudents = Math.ceil((people ?? 0) * initialShare);
  const school: School = {
    admins: (await registerPeople(edgeUrl, 'admin', adminCount, 'Admin')).map(createParticipant),
    instructors: (await registerPeople(edgeUrl, 'instructor', instructorCount, 'Instructor')).map(
      createParticipant,
    ),
    students: (await registerPeople(edgeUrl, 'early', initialStudents, 'Student')).map(createParticipant),
    ...{ courseIds: [], announcements: [], quizzesToMark: [] },
  };
  const [admin] = school.admins;
  for (let count = 0; admin && count < initialCourses; count += 1)
    await addCourse(admin, school, commands, edgeUrl);
  return school;
};

const newStudents = Math.floor((people ?? 0) * (1 - initialShare));
/** Fewer than one for each interval, because a rolling restart of everything takes longer than an interval. */
const minDisturbances = Math.floor(0.8 * (durationMs / disturbanceIntervalMs - 1));

/** Returns a sentence if fewer students registered than planned, and one if too few disturbances happened. */
const findMissingLoad = (
  { registered }: Pick<Visits, 'registered'>,
  { happened }: Pick<Disturbances, 'happened'>,
): string[] => [
  ...(registered === newStudents ? [] : [`only ${registered} of ${newStudents} students registered`]),
  ...(happened.length >= minDisturbances
    ? []
    : [`only ${happened.length} of at least ${minDisturbances} disturbances happened`]),
];

/** Compares what was acknowledged and received with the log and the read tables. */
const compareWithLogAndTables = async (
  cluster: Cluster,
  before: { head: number; logId: string },
  commands: ReturnType<typeof createCommands>,
  sockets: Sockets,
): Promise<Omit<SoakResult, 'reads' | 'failedReads'>> => {
  await cluster.waitUntilHealthy(healthyTimeoutMs);
  const { events, logId, areTimesOrdered } = await waitUntil('the log can be read', logTimeoutMs, () =>
    readLog(cluster, before.head),
  );
  const countComplete = async () => countCompleteSockets(await sockets.report(), events, logId);
  const completeSockets = await waitUntil('every socket is complete', socketsTimeoutMs, async () =>
    (await countComplete()) === sockets.count ? sockets.count : null,
  ).catch(countComplete);
  const report = await sockets.report();
  const checks = [
    await findProgramFailure(cluster, 'events/seals/main.ts', 'verify'),
    await findProgramFailure(cluster, 'projector/cli.ts', 'check'),
  ];
  return {
    ...compareActs(commands.acts, events, before.head),
    ...{ sockets: sockets.count, completeSockets },
    ...{ refetches: report.refetches, refetchDetails: report.refetchDetails },
    hasOtherHistory: logId !== before.logId,
    problems: [
      ...(areTimesOrdered ? [] : ['the recorded times run backwards']),
      ...report.errors,
      ...commands.problems,
      ...checks.filter((problem) => problem !== null),
    ],
  };
};

const panelKinds = Object.keys(kinds) as Kind[];

const run = async (): Promise<boolean> => {
  await using cluster = await startCluster({
    shouldKeepFolder: options.keep,
    signal,
    print: (step) => print(`… ${step}`),
  });
  const { edgeUrl } = cluster;
  const deadline = new AbortController();
  const commands = createCommands(edgeUrl, AbortSignal.any([deadline.signal, signal]));
  const before = await readLog(cluster, 0);
  print('… opening the school');
  const school = await openSchool(edgeUrl, commands);
  const tokens = await registerListeners(edgeUrl, socketCount ?? 0);
  await using sockets = await openSockets(edgeUrl, tokens, { reconnectAfterMs: socketLifeMs });

  print(`… ${school.students.length} students, ${sockets.count} sockets, for ${minutes} minutes`);
  const beganAt = performance.now();
  const allReads = { count: 0, failed: 0 };
  const visits = startVisits({
    ...{ edgeUrl, school, commands, concurrent: concurrentVisits },
    newStudents,
    registrationMs: durationMs * registrationShare,
  });
  const takeReads = (): Read[] => {
    const reads = visits.takeReads();
    allReads.count += reads.length;
    allReads.failed += reads.filter(({ hasFailed }) => hasFailed).length;
    return reads;
  };
  const measurements: Measurements = startMeasurements(
    cluster,
    { acts: commands.acts, takeReads },
    beganAt,
    measureIntervalMs,
  );
  const disturbances = startDisturbances(cluster, {
    ...{ intervalMs: disturbanceIntervalMs, rollingRestarts, beganAt },
    print: (line) => print(`${line} (${commands.acts.length} acknowledged)`),
  });
  await sleep(durationMs, undefined, { signal }).catch(() => {});
  await disturbances.stop();
  const timer = setTimeout(() => deadline.abort(), drainTimeoutMs);
  await visits.stop();
  clearTimeout(timer);
  await measurements.stop();
  const totalSeconds = (performance.now() - beganAt) / 1_000;
  if (signal.aborted) throw signal.reason;

  // The picture is drawn before the comparison, which fails if the cluster does not recover.
  if (options.picture !== undefined) {
    const panels = panelKinds.map((kind) => ({ title: kinds[kind], series: measurements.series(kind) }));
    writeFileSync(options.picture, drawPicture(panels, disturbances.happened, totalSeconds));
  }
  const comparison = await compareWithLogAndTables(cluster, before, commands, sockets);
  takeReads();
  const result: SoakResult = {
    ...comparison,
    ...{ reads: allReads.count, failedReads: allReads.failed },
    problems: [...findMissingLoad(visits, disturbances), ...disturbances.problems, ...comparison.problems],
  };
  print(
    formatSoakTable(result, measurements, {
      totalSeconds,
      students: school.students.length,
      disturbances: disturbances.happened.length,
      repeated: commands.acts.filter(({ attempts }) => attempts > 1).length,
    }),
  );
  const unjudged = findUnjudgedKinds(result, measurements);
  if (unjudged.length > 0)
    print(`Too short to tell whether it grows: ${unjudged.map((kind) => kinds[kind]).join('; ')}.`);
  const failures = findSoakFailures(result, measurements);
  for (const failure of failures) print(`  ${failure}`);
  print(failures.length === 0 ? 'The soak has passed.' : `The soak has failed: ${failures.length} findings.`);
  return failures.length === 0;
};

try {
  process.exit((await run()) ? 0 : 1);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}
