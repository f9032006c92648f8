/**
 * Benchmark of a crowd: announcements for many clients that are connected to several read-apis. Each read-api is a process of its own.
 *
 *   node bench/crowd/run.ts [--clients N] [--read-apis N] [--rounds N] [--posts N] [--server postgres://…]
 *
 * Without `--server` it starts an embedded PostgreSQL. The exit code is 1 if a message was not received exactly once and in order.
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openServer } from '../harness/benchmark-server.ts';
import { startSeparateServices } from '../http/editions/separate-services.ts';
import { readFamilyMs, readProcessMs } from '../http/load/process-time.ts';
import { openLogWatch } from '../http/log-watch.ts';
import { seedSchool } from '../http/school/seed-school.ts';
import { type ClientGroup, latestOf, openClientGroup } from '../live/clients/client-group.ts';
import { describeMachine, readResidentBytes, requireOpenFiles } from '../live/machine.ts';
import { type Check, formatCheck, formatTable } from '../live/report.ts';
import { measureAnnouncement, postManyAnnouncements } from '../live/scenarios/announcements.ts';

const { values: options } = parseArgs({
  options: {
    clients: { type: 'string', default: '20000' },
    'read-apis': { type: 'string', default: '2' },
    rounds: { type: 'string', default: '50' },
    posts: { type: 'string', default: '200' },
    server: { type: 'string' },
  },
});
const clientCount = Number(options.clients);
const readApiCount = Number(options['read-apis']);
const rounds = Number(options.rounds);
const posts = Number(options.posts);
const warmUpRounds = 5;
/** Client processes per read-api. */
const clientProcesses = 2;
const receiptTimeoutMs = 300_000;

requireOpenFiles(clientCount, readApiCount);
console.log(
  `${describeMachine()}\n${clientCount} clients of ${readApiCount} read-apis, ${new Date().toISOString()}`,
);
const printStep = (step: string) => console.log(`… ${step}`);

/** Returns a group that has received a message when all of these groups have. */
const joinGroups = (groups: readonly ClientGroup[]): Pick<ClientGroup, 'waitForAll'> => ({
  waitForAll: async (event, position) => {
    const times = await Promise.all(
      groups.map((group) => group.waitForAll(event, position, receiptTimeoutMs)),
    );
    return latestOf(times);
  },
});

await using server = await openServer(options.server);
const database = `lyceum_bench_crowd_${process.pid}`;
const databaseUrl = await server.createDatabase(database);
const checks: Check[] = [];
try {
  printStep('appending the log of the school');
  const { admins, writers } = await seedSchool(databaseUrl, { courses: 1, readers: 0, writers: clientCount });
  const [admin] = admins;
  if (!admin) throw new Error('The school has no Admin.');
  await using log = await openLogWatch(databaseUrl);
  await using services = await startSeparateServices(databaseUrl, {
    cwd: join(import.meta.dirname, '..', '..'),
    readApiCount,
  });
  await log.waitForReadModels();
  const { processes, readPorts } = services;
  const nodes = Object.entries(processes).filter(([name]) => name.startsWith('read-api'));
  await sleep(2_000);
  const bytesBefore = nodes.map(([, pid]) => readResidentBytes(pid));

  printStep('connecting the clients');
  const connectionStart = performance.now();
  const groups = await Promise.all(
    readPorts.map((port, index) => {
      const share = writers.filter((_, client) => client % readApiCount === index);
      const auths = share.map(({ token }) => JSON.stringify({ token }));
      return openClientGroup(`http://127.0.0.1:${port}`, auths, clientProcesses);
    }),
  );
  // Declared after the services, so that the clients end before the services do.
  using resources = new DisposableStack();
  for (const group of groups) resources.defer(group.end);
  const connectionSeconds = (performance.now() - connectionStart) / 1_000;
  await sleep(2_000);
  const kilobytesPerClient = nodes.map(
    ([, pid], index) =>
      (readResidentBytes(pid) - (bytesBefore[index] ?? 0)) / (clientCount / readApiCount) / 1_024,
  );

  const sentPositions: number[] = [];
  const product = { address: `http://127.0.0.1:${services.commandPort}`, clients: joinGroups(groups) };
  const context = { product, admin, sentPositions, posts };
  printStep(`${rounds} announcements, one after the other`);
  for (let round = 0; round < warmUpRounds; round += 1) await measureAnnouncement(context);
  const readTimes = () =>
    new Map([
      ...Object.entries(processes).map(([name, pid]) => [name, readProcessMs(pid)] as const),
      ['PostgreSQL', readFamilyMs(log.postmaster)] as const,
    ]);
  const timesBefore = readTimes();
  const announcementMs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    announcementMs.push(await measureAnnouncement(context));
    await sleep(20);
  }
  const processorMs = [...readTimes()].map(
    ([name, ms]) => `${name} ${((ms - (timesBefore.get(name) ?? 0)) / rounds).toFixed(0)}`,
  );
  printStep(`${posts} announcements, eight at a time`);
  const postsPerSecond = await postManyAnnouncements(context);
  for (const [index, group] of groups.entries()) {
    const { clients, fewest, most, errors } = await group.count();
    const expected = sentPositions.length;
    checks.push({
      label: `each of ${group.clients} clients of read-api ${index + 1} received ${expected} messages, once and in order`,
      isCorrect: clients === group.clients && fewest === expected && most === expected && errors.length === 0,
      found: `${clients} clients received ${fewest} to ${most}${errors.map((error) => `; ${error}`).join('')}`,
    });
  }
  console.log(`
${formatTable([{ label: 'announcement: answer to last client', ms: announcementMs }])}

Connected ${clientCount} clients in ${connectionSeconds.toFixed(1)} s.
Memory per connection: ${kilobytesPerClient.map((size) => size.toFixed(1)).join(' and ')} KB; resident memory of the read-apis: ${nodes.map(([, pid]) => Math.round(readResidentBytes(pid) / 1_048_576)).join(' and ')} MB.
Processor time per announcement in ms: ${processorMs.join(', ')}.
${postsPerSecond.toFixed(1)} posts per second to all clients, ${(postsPerSecond * clientCount).toFixed(0)} messages per second.
`);
} finally {
  await server.dropDatabase(database);
}

console.log(describeMachine());
for (const check of checks) console.log(formatCheck(check));
if (!checks.every(({ isCorrect }) => isCorrect)) process.exitCode = 1;
