/**
 * Live delivery, measured beside a bare Socket.IO server in one run.
 *
 *   node bench/live/run.ts [--full] [--clients N] [--rounds N] [--posts N] [--server postgres://…]
 *
 * Without `--server` it starts a PostgreSQL of its own. Exit code 1 when a floor is missed or a message was.
 */
import { parseArgs } from 'node:util';
import { openServer } from '../log/server.ts';
import { startBare } from './bare/bare.ts';
import { openHerd } from './clients/herd.ts';
import type { Tally } from './clients/protocol.ts';
import { type Check, type Claim, checkOf, holds, p50, p99, tableOf, verdictOf } from './figures.ts';
import { aboutMachine, requireOpenFiles, residentBytes } from './machine.ts';
import { finishCourse, register } from './product/calls.ts';
import { watchProjector } from './product/projector-times.ts';
import { startProduct } from './product/start.ts';
import { measureAnnouncements, postMany } from './scenarios/announcements.ts';
import { type Context, pause } from './scenarios/context.ts';
import { measureSecondScreen } from './scenarios/second-screen.ts';
import { measureTrending } from './scenarios/trending.ts';
import { forEachOf } from './waiting.ts';

const { values: options } = parseArgs({
  options: {
    full: { type: 'boolean', default: false },
    clients: { type: 'string' },
    rounds: { type: 'string' },
    posts: { type: 'string' },
    server: { type: 'string' },
  },
});
const clients = Number(options.clients ?? (options.full ? 5_000 : 1_000));
const rounds = Number(options.rounds ?? (options.full ? 300 : 100));
const posts = Number(options.posts ?? 1_000);
const trendingRounds = Math.min(rounds, options.full ? 100 : 30);
/** How many times the bare broadcast's time the product may take, the projector's aside. */
const timesBare = 1.5;
const secondScreenMs = 100;
/** Processes of clients for each server. */
const herdProcesses = 2;

requireOpenFiles(clients);
console.log(`${aboutMachine()}\n${clients} clients of each server, ${new Date().toISOString()}`);
const say = (sentence: string) => console.log(`… ${sentence}`);

await using server = await openServer(options.server);
const database = `lyceum_bench_live_${process.pid}`;
const databaseUrl = await server.createDatabase(database);
const claims: Claim[] = [];
const checks: Check[] = [];

/** At most 1.5 times the bare broadcast and the projector's time. */
const claimBeside = (what: string, measured: { ours: number[]; bare: number[]; projector: number[] }) => {
  for (const [name, of] of [['p50', p50] as const, ['p99', p99] as const]) {
    const atMost = timesBare * of(measured.bare) + of(measured.projector);
    claims.push({ what: `${what}, ${name}`, value: of(measured.ours), atMost, unit: 'ms' });
  }
};

const checkTally = (what: string, { clients: there, fewest, most, complaints }: Tally, expected: number) =>
  checks.push({
    what: `${what}: ${expected} messages at each of ${clients} clients, in order, once`,
    right: there === clients && fewest === expected && most === expected && complaints.length === 0,
    found: `${there} clients have ${fewest} to ${most}${complaints.map((one) => `; ${one}`).join('')}`,
  });

const product = await startProduct(databaseUrl);
const bare = await startBare();
try {
  const { address } = product;
  const admin = await register(address, 'Ada', 'Admin');
  const student = await register(address, 'Sam', 'Student');
  const review = await finishCourse(address, admin, student);
  await review(10);
  await using projector = await watchProjector(databaseUrl);

  say('to a second person’s screen');
  const screen = await measureSecondScreen(address, { poster: admin, reader: student }, rounds);
  claims.push({
    ...{ what: 'from sending a command to a second screen, unloaded, p99', unit: 'ms' },
    ...{ value: p99(screen), atMost: secondScreenMs },
  });

  say(`${clients} people register`);
  const people = await forEachOf(
    Array.from({ length: clients }).map((_, one) => one),
    16,
    (one) => register(address, `Student ${one}`, 'Student'),
  );
  await pause(2_000);
  const before = { ours: residentBytes(product.pid), bare: residentBytes(bare.pid) };
  say('their pages connect');
  const auths = people.map(({ token }) => JSON.stringify({ token }));
  const herd = await openHerd(address, auths, herdProcesses);
  const bareHerd = await openHerd(
    bare.address,
    auths.map(() => '{}'),
    herdProcesses,
  );
  await pause(2_000);
  const kilobytesOf = (name: 'ours' | 'bare', pid: number) =>
    (residentBytes(pid) - before[name]) / clients / 1_024;
  const memory = { ours: kilobytesOf('ours', product.pid), bare: kilobytesOf('bare', bare.pid) };

  const context: Context = {
    product: { address, herd },
    bare: { ...bare, herd: bareHerd },
    ...{ admin, review, projector, rounds, posts, sent: [] },
  };
  say(`${rounds} announcements, one after the other`);
  const announced = await measureAnnouncements(context);
  say(`${trendingRounds} changes of trending`);
  const trending = await measureTrending({ ...context, rounds: trendingRounds });
  say(`${posts} announcements, eight at once`);
  const rate = await postMany(context);
  checkTally('lyceum', await herd.tally(), context.sent.length);

  console.log(
    `\n${tableOf([
      { what: 'announcement: answer to last client', ms: announced.ours },
      { what: `bare broadcast of the same ${announced.bytes} bytes`, ms: announced.bare },
      { what: 'projector: append to checkpoint', ms: announced.projector },
      { what: 'trending: answer to last client', ms: trending.ours },
      { what: 'bare broadcast of the same two packets', ms: trending.bare },
      { what: 'projector: append to checkpoint of a review', ms: trending.projector },
      { what: 'sending a command to a second screen, unloaded', ms: screen },
    ])}\n`,
  );
  console.log(`${rate.toFixed(0)} posts a second to all, ${(rate * clients).toFixed(0)} messages.`);
  console.log(
    `Memory a connection: ${memory.ours.toFixed(1)} KB, bare ${memory.bare.toFixed(1)} KB, ${(memory.ours / memory.bare).toFixed(2)} ×`,
  );
  console.log(
    `Announcement: ${(p50(announced.ours) / p50(announced.bare)).toFixed(2)} × bare at p50, ${(p99(announced.ours) / p99(announced.bare)).toFixed(2)} × at p99`,
  );
  claimBeside('announcement to the last client', announced);
  claimBeside('trending to the last client', trending);
  for (const one of [herd, bareHerd]) one.end();
} finally {
  bare.end();
  await product.end();
  await server.drop(database);
}

console.log(aboutMachine());
for (const check of checks) console.log(checkOf(check));
for (const claim of claims) console.log(verdictOf(claim));
if (!checks.every(({ right }) => right) || !claims.every(holds)) process.exitCode = 1;
