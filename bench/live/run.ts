/**
 * Benchmark of live delivery: compares the product with a bare Socket.IO server in one run.
 *
 *   node bench/live/run.ts [--full] [--clients N] [--rounds N] [--posts N] [--server postgres://…]
 *
 * Without `--server` it starts an embedded PostgreSQL. The exit code is 1 if a floor is missed or a message was not received exactly
 * once and in order.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pLimit from 'p-limit';
import { openServer } from '../harness/benchmark-server.ts';
import { startProduct } from '../harness/start-product.ts';
import { p50, p99 } from '../harness/statistics.ts';
import { startBareServer } from './bare-server/start-bare-server.ts';
import { openClientGroup } from './clients/client-group.ts';
import type { ReceivedCounts } from './clients/messages.ts';
import { describeMachine, readResidentBytes, requireOpenFiles } from './machine.ts';
import { completeCourse, register } from './product/commands.ts';
import { watchProjector } from './product/projector-times.ts';
import { type Check, formatCheck, formatTable, formatVerdict, isMet, type MeasuredValue } from './report.ts';
import { measureAnnouncements, postManyAnnouncements } from './scenarios/announcements.ts';
import type { ScenarioContext } from './scenarios/scenario-context.ts';
import { measureSecondScreen } from './scenarios/second-screen.ts';
import { measureTrending } from './scenarios/trending.ts';

const { values: options } = parseArgs({
  options: {
    full: { type: 'boolean', default: false },
    clients: { type: 'string' },
    rounds: { type: 'string' },
    posts: { type: 'string' },
    server: { type: 'string' },
  },
});
const clientCount = Number(options.clients ?? (options.full ? 5_000 : 1_000));
const rounds = Number(options.rounds ?? (options.full ? 300 : 100));
const posts = Number(options.posts ?? 1_000);
const trendingRounds = Math.min(rounds, options.full ? 100 : 30);
/** The product may take this many times as long as the bare broadcast, plus the projector's time. */
const maxTimesBare = 1.5;
const maxSecondScreenMs = 100;
/** Client processes per server. */
const clientProcesses = 2;
const concurrentRegistrations = 16;

requireOpenFiles(clientCount);
console.log(`${describeMachine()}\n${clientCount} clients of each server, ${new Date().toISOString()}`);
const printStep = (step: string) => console.log(`… ${step}`);

// Started first: if it fails, there is no database to drop yet.
const bare = await startBareServer();
await using server = await openServer(options.server);
const database = `lyceum_bench_live_${process.pid}`;
const databaseUrl = await server.createDatabase(database);
const measuredValues: MeasuredValue[] = [];
const checks: Check[] = [];

/** Adds the p50 and the p99 of the product to the measured values, with the floors that follow from the other times. */
const compareWithBare = (
  label: string,
  times: { product: number[]; bare: number[]; projector: number[] },
) => {
  for (const [name, percentileOf] of Object.entries({ p50, p99 })) {
    const atMost = maxTimesBare * percentileOf(times.bare) + percentileOf(times.projector);
    measuredValues.push({
      label: `${label}, ${name}`,
      value: percentileOf(times.product),
      atMost,
      unit: 'ms',
    });
  }
};

const checkCounts = ({ clients, fewest, most, errors }: ReceivedCounts, expected: number) =>
  checks.push({
    label: `lyceum: each of ${clientCount} clients received ${expected} messages, once and in order`,
    isCorrect: clients === clientCount && fewest === expected && most === expected && errors.length === 0,
    found: `${clients} clients received ${fewest} to ${most}${errors.map((error) => `; ${error}`).join('')}`,
  });

const product = await startProduct(databaseUrl, { RATE_LIMIT_PER_MINUTE: '0' });
try {
  const { address } = product;
  const admin = await register(address, 'Ada', 'Admin');
  const student = await register(address, 'Sam', 'Student');
  const review = await completeCourse(address, admin, student);
  await review(10);
  await using projector = await watchProjector(databaseUrl);

  printStep('from a command to a second person’s screen');
  const secondScreen = await measureSecondScreen(address, { poster: admin, reader: student }, rounds);
  measuredValues.push({
    label: 'from sending a command to a second screen, unloaded, p99',
    value: p99(secondScreen),
    atMost: maxSecondScreenMs,
    unit: 'ms',
  });

  printStep(`registering ${clientCount} people`);
  const people = await pLimit(concurrentRegistrations).map(
    Array.from({ length: clientCount }, (_, index) => index),
    (index) => register(address, `Student ${index}`, 'Student'),
  );
  await sleep(2_000);
  const bytesBefore = { product: readResidentBytes(product.pid), bare: readResidentBytes(bare.pid) };
  printStep('connecting the clients');
  const auths = people.map(({ token }) => JSON.stringify({ token }));
  const productClients = await openClientGroup(address, auths, clientProcesses);
  const bareClients = await openClientGroup(
    bare.address,
    auths.map(() => '{}'),
    clientProcesses,
  );
  await sleep(2_000);
  const kilobytesPerClient = (name: 'product' | 'bare', pid: number) =>
    (readResidentBytes(pid) - bytesBefore[name]) / clientCount / 1_024;
  const memory = {
    product: kilobytesPerClient('product', product.pid),
    bare: kilobytesPerClient('bare', bare.pid),
  };

  const context: ScenarioContext = {
    product: { address, clients: productClients },
    bare: { ...bare, clients: bareClients },
    admin,
    review,
    projector,
    rounds,
    posts,
    sentPositions: [],
  };
  printStep(`${rounds} announcements, one after the other`);
  const announced = await measureAnnouncements(context);
  printStep(`${trendingRounds} changes of the trending courses`);
  const trending = await measureTrending({ ...context, rounds: trendingRounds });
  printStep(`${posts} announcements, eight at a time`);
  const postsPerSecond = await postManyAnnouncements(context);
  checkCounts(await productClients.count(), context.sentPositions.length);

  console.log(
    `\n${formatTable([
      { label: 'announcement: answer to last client', ms: announced.product },
      { label: `bare broadcast of the same ${announced.bytes} bytes`, ms: announced.bare },
      { label: 'projector: append to checkpoint', ms: announced.projector },
      { label: 'trending: answer to last client', ms: trending.product },
      { label: 'bare broadcast of the same two packets', ms: trending.bare },
      { label: 'projector: append to checkpoint of a review', ms: trending.projector },
      { label: 'sending a command to a second screen, unloaded', ms: secondScreen },
    ])}\n`,
  );
  console.log(
    `${postsPerSecond.toFixed(0)} posts per second to all clients, ${(postsPerSecond * clientCount).toFixed(0)} messages per second.`,
  );
  console.log(
    `Memory per connection: ${memory.product.toFixed(1)} KB, bare ${memory.bare.toFixed(1)} KB, ${(memory.product / memory.bare).toFixed(2)} ×`,
  );
  console.log(
    `Announcement: ${(p50(announced.product) / p50(announced.bare)).toFixed(2)} × bare at p50, ${(p99(announced.product) / p99(announced.bare)).toFixed(2)} × at p99`,
  );
  compareWithBare('announcement to the last client', announced);
  compareWithBare('trending to the last client', trending);
  for (const clients of [productClients, bareClients]) clients.end();
} finally {
  bare.end();
  await product.end();
  await server.dropDatabase(database);
}

console.log(describeMachine());
for (const check of checks) console.log(formatCheck(check));
for (const measured of measuredValues) console.log(formatVerdict(measured));
if (!checks.every(({ isCorrect }) => isCorrect) || !measuredValues.every(isMet)) process.exitCode = 1;
