/** The latency of signed-in GETs while commands are written and many sockets listen. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MeasuredValue } from '../../harness/report.ts';
import { p99 } from '../../harness/statistics.ts';
import { openClientGroup } from '../../live/clients/client-group.ts';
import type { Edition } from '../editions/edition.ts';
import { formatRequest } from '../load/format-request.ts';
import { type HttpConnection, openHttpConnection } from '../load/http-connection.ts';
import { courseBody } from '../school/course-body.ts';
import type { Person } from '../school/people.ts';
import type { School } from '../school/seed-school.ts';

const sockets = 2_000;
const clientProcesses = 2;
const commandsPerSecond = 200;
const readsPerSecond = 100;
const durationMs = 15_000;
const connections = 32;
/** The latency under load may be at most this many times the latency without load. */
const maxTimesQuiet = 3;
const ambitionTimesQuiet = 2;

/** Sends requests at a constant rate, over free connections, or new ones if none is free. @returns the latencies in milliseconds. */
const sendAtRate = async (port: number, perSecond: number, createRequest: (turn: number) => string) => {
  const free: HttpConnection[] = await Promise.all(
    Array.from({ length: connections }, () => openHttpConnection(port)),
  );
  const all = [...free];
  const latenciesMs: number[] = [];
  const start = performance.now();
  const pending: Promise<void>[] = [];
  const send = async (turn: number, dueAt: number) => {
    // In turns: a server closes a connection that is not used for a while.
    const connection = free.shift() ?? (await openHttpConnection(port));
    if (!all.includes(connection)) all.push(connection);
    const { status, body } = await connection.send(createRequest(turn));
    assert.equal(status, 200, body.toString('utf8'));
    latenciesMs.push(performance.now() - dueAt);
    free.push(connection);
  };
  for (let turn = 0; ; turn += 1) {
    const dueAt = start + (turn * 1_000) / perSecond;
    if (dueAt > start + durationMs) break;
    const waitMs = dueAt - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    pending.push(send(turn, dueAt));
  }
  await Promise.all(pending);
  for (const connection of all) connection.close();
  return latenciesMs;
};

const readProfiles = ({ readPort }: Edition, readers: readonly Person[]) =>
  sendAtRate(readPort, readsPerSecond, (turn) => {
    const { email, token } = readers[turn % readers.length] ?? { email: '', token: '' };
    const headers = { authorization: `Bearer ${token}` };
    return formatRequest('GET', `/userType?email=${email}`, { headers });
  });

const addCourses = ({ commandPort }: Edition, admins: readonly Person[]) =>
  sendAtRate(commandPort, commandsPerSecond, (turn) => {
    const token = admins[turn % admins.length]?.token;
    const headers = { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() };
    return formatRequest('POST', '/courses', { headers, body: courseBody('Under load') });
  });

/** Measures the p99 latency of a signed-in GET at a constant rate, first without other load and then under load. */
export const measureUnderLoad = async (
  name: string,
  edition: Edition,
  { admins, readers, writers }: School,
): Promise<MeasuredValue> => {
  const quietMs = p99(await readProfiles(edition, readers));
  const auths = Array.from({ length: sockets }, (_, index) =>
    JSON.stringify({ token: writers[index % writers.length]?.token }),
  );
  const clients = await openClientGroup(`http://127.0.0.1:${edition.readPort}`, auths, clientProcesses);
  try {
    const [loaded, written] = await Promise.all([
      readProfiles(edition, readers),
      addCourses(edition, admins),
    ]);
    const loadedMs = p99(loaded);
    console.log(
      `${name}: p99 of GET /userType ${quietMs.toFixed(1)} ms; ${loadedMs.toFixed(1)} ms while ${written.length} courses were added in ${durationMs / 1_000} s and ${sockets} sockets listened (p99 of these commands: ${p99(written).toFixed(1)} ms)`,
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
