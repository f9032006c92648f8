/** The latency of signed-in GETs while commands are sent and many sockets listen. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MeasuredValue } from '../../harness/report.ts';
import { p99 } from '../../harness/statistics.ts';
import { openClientGroup } from '../../live/clients/client-group.ts';
import type { Edition } from '../editions/edition.ts';
import { formatRequest } from '../load/format-request.ts';
import { type HttpConnection, openHttpConnection } from '../load/http-connection.ts';
import { createBenchRequests } from '../requests.ts';
import type { Person } from '../school/people.ts';
import type { School } from '../school/seed-school.ts';

const sockets = 2_000;
const clientProcesses = 2;
const commandsPerSecond = 200;
/** Two commands that students send often. Their live updates go to few sockets, while a new course would be sent to all sockets. */
const commandNames = ['take-note', 'bookmark'];
const activeWriters = 256;
const readsPerSecond = 100;
const durationMs = 15_000;
/** Before the measurement the same requests are sent for this long, so that the code of the services is compiled. */
const warmUpMs = 10_000;
const restMs = 5_000;
const connections = 32;
/** The latency under load may be at most this many times the latency without load. */
const maxTimesQuiet = 3;
const ambitionTimesQuiet = 2;

/**
 * Sends requests at a constant rate, over free connections, or new ones if none is free. Stops at the first failure.
 * @returns the latencies in milliseconds.
 * @throws the failure.
 */
const sendAtRate = async (
  port: number,
  perSecond: number,
  forMs: number,
  createRequest: (turn: number) => string,
) => {
  const free: HttpConnection[] = await Promise.all(
    Array.from({ length: connections }, () => openHttpConnection(port)),
  );
  const all = [...free];
  const latenciesMs: number[] = [];
  const start = performance.now();
  const pending: Promise<void>[] = [];
  const failures: unknown[] = [];
  const send = async (turn: number, dueAt: number) => {
    // This takes the connection that has been unused longest, because a server closes connections that are not used for a while.
    const connection = free.shift() ?? (await openHttpConnection(port));
    if (!all.includes(connection)) all.push(connection);
    const { status, body } = await connection.send(createRequest(turn));
    assert.equal(status, 200, body.toString('utf8'));
    latenciesMs.push(performance.now() - dueAt);
    free.push(connection);
  };
  for (let turn = 0; failures.length === 0; turn += 1) {
    const dueAt = start + (turn * 1_000) / perSecond;
    if (dueAt > start + forMs) break;
    const waitMs = dueAt - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    pending.push(send(turn, dueAt).catch((error: unknown) => void failures.push(error)));
  }
  await Promise.all(pending);
  for (const connection of all) connection.close();
  if (failures.length > 0) throw failures[0];
  return latenciesMs;
};

/** Sends `GET /userType` for the readers in turn, at a constant rate. @returns the latencies in milliseconds. */
const readUserTypes = ({ readPort }: Edition, readers: readonly Person[], forMs: number) =>
  sendAtRate(readPort, readsPerSecond, forMs, (turn) => {
    const { email, token } = readers[turn % readers.length] ?? { email: '', token: '' };
    const headers = { authorization: `Bearer ${token}` };
    return formatRequest('GET', `/userType?email=${email}`, { headers });
  });

/** Creates a function that sends commands of many students, in turn. */
const createCommandSender = async (edition: Edition, school: School) => {
  const requests = createBenchRequests().filter(({ name }) => commandNames.includes(name));
  const loads = await Promise.all(requests.map(({ createLoad }) => createLoad(edition, school)));
  // Connections with these numbers bookmark courses other than those of the measured connections, so none of them is bookmarked yet.
  const firstConnection = school.writers.length;
  const generators = Array.from({ length: activeWriters }, (_, index) =>
    loads.map((load) => load.createRequests(firstConnection + index)),
  ).flat();
  return (forMs: number) =>
    sendAtRate(edition.commandPort, commandsPerSecond, forMs, (turn) => {
      const next = generators[turn % generators.length];
      return next?.() ?? '';
    });
};

/** Measures the p99 latency of a signed-in GET at a constant rate, first without other load and then under load. */
export const measureUnderLoad = async (
  name: string,
  edition: Edition,
  school: School,
): Promise<MeasuredValue> => {
  const { readers, writers } = school;
  const sendCommands = await createCommandSender(edition, school);
  await Promise.all([readUserTypes(edition, readers, warmUpMs), sendCommands(warmUpMs)]);
  await sleep(restMs);
  const quietMs = p99(await readUserTypes(edition, readers, durationMs));
  const auths = Array.from({ length: sockets }, (_, index) =>
    JSON.stringify({ token: writers[index % writers.length]?.token }),
  );
  const clients = await openClientGroup(`http://127.0.0.1:${edition.readPort}`, auths, clientProcesses);
  await sleep(restMs);
  try {
    const [readLatenciesMs, commandLatenciesMs] = await Promise.all([
      readUserTypes(edition, readers, durationMs),
      sendCommands(durationMs),
    ]);
    const loadedMs = p99(readLatenciesMs);
    console.log(
      `${name}: p99 of GET /userType ${quietMs.toFixed(1)} ms; ${loadedMs.toFixed(1)} ms while ${commandLatenciesMs.length} commands were sent in ${durationMs / 1_000} s and ${sockets} sockets listened (p99 of these commands: ${p99(commandLatenciesMs).toFixed(1)} ms)`,
    );
    return {
      label: `${name}: p99 without load, divided by p99 under load`,
      value: quietMs / loadedMs,
      floor: 1 / maxTimesQuiet,
      ambition: 1 / ambitionTimesQuiet,
    };
  } finally {
    clients.end();
  }
};
