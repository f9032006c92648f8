import { setTimeout as sleep } from 'node:timers/promises';
import { headers } from '#contract/headers.ts';
import { withPrimary } from '../database/with-primary.ts';
import { waitUntil } from '../processes/wait-until.ts';
import { findProgramFailure } from '../services/find-program-failure.ts';
import { waitUntilServiceIsReady } from '../services/wait-until-ready.ts';
import { readHistory } from './database-facts.ts';
import type { DrillOptions, FactsBeforeDisaster } from './drill-options.ts';
import { minuteMs } from './drill-report.ts';
import { findPeopleInUsersTable, findTraces } from './erased-people.ts';
import { forgetRemoval } from './falsify.ts';
import { headOf, readLogDigests } from './log-digests.ts';
import { addCourse, completeCourse } from './school.ts';
import { backUp } from './write-and-back-up.ts';

const requestTimeoutMs = 5_000;

/** Applies the removals, starts the services on the restored log, and proves that everything works and that removed users stay removed. */
export const resume = async (options: DrillOptions, facts: FactsBeforeDisaster): Promise<void> => {
  const { cluster, report, falsified } = options;
  const { services, servicePorts } = cluster;
  const { school, removed, removedAfterMoment } = facts;
  const [remaining] = school.students;
  if (!remaining) throw new TypeError('The school needs students.');
  const [firstProjector] = services.projectors;
  const readHead = () =>
    withPrimary(cluster, 'projector', async (client) => headOf(await readLogDigests(client)));

  if (falsified.has('forgotten-removal')) forgetRemoval(cluster, removedAfterMoment);
  await report.step('Apply the removals: one projector alone', 3 * minuteMs, async (step) => {
    firstProjector?.start();
    await waitUntilServiceIsReady(servicePorts.projectors[0] ?? 0, 2 * minuteMs).catch((error: Error) => {
      throw new Error(`${error.message}\n${firstProjector?.lastLines()}`);
    });
    step.note(`events of removals appended: ${(await readHead()) - headOf(facts.digestsAtMoment)}`);
  });
  await report.step('Prove that removed people are erased', 2 * minuteMs, async (step) => {
    for (const trace of await findTraces(cluster, removed, remaining)) step.fail(trace);
    const found = await waitUntil('removed people are not in the read tables', minuteMs, async () =>
      (await findPeopleInUsersTable(cluster, removed)).length === 0 ? [] : null,
    ).catch(() => findPeopleInUsersTable(cluster, removed));
    for (const { email } of found) step.fail(`${email} is in the read tables`);
    step.note(`${removed.length} people`);
  });
  await report.step('Verify the seals', 5 * minuteMs, async (step) => {
    const failure = await findProgramFailure(cluster, 'events/seals/main.ts', 'verify');
    if (failure !== null) step.fail(failure);
  });
  await report.step('Start all services, wake the suspended ones', 5 * minuteMs, async () => {
    for (const [first, second] of Object.values(services)) {
      first?.start();
      second?.signal('SIGCONT');
    }
    await cluster.waitUntilHealthy(4 * minuteMs);
  });
  await report.step('Prove that each process notices the other log', 3 * minuteMs, async (step) => {
    const history = await withPrimary(cluster, 'projector', readHistory);
    step.require(history !== facts.history, `the log still has the history ${history}`);
    for (const port of servicePorts.readApis) await proveHistory(port, history, step.fail);
    await proveSockets(facts, history, step.fail);
    // The command-api that was suspended still has states of streams in memory, and these contain lost events.
    let expected = (await readHead()) + 1;
    for (const port of servicePorts.commandApis) {
      const { position } = await addCourse(`http://127.0.0.1:${port}`, school.admin, `Added through ${port}`);
      step.require(position === expected, `a command got position ${position} instead of ${expected}`);
      expected += 1;
    }
    step.note(`history ${history.slice(0, 8)}… instead of ${facts.history.slice(0, 8)}…`);
  });
  await report.step('Rebuild all read models', 5 * minuteMs, async (step) => {
    const failure = await findProgramFailure(cluster, 'projector/cli.ts', 'rebuild', '--all');
    if (failure !== null) step.fail(failure);
  });
  await report.step('Compare with projector check', 5 * minuteMs, async (step) => {
    const failure = await findProgramFailure(cluster, 'projector/cli.ts', 'check');
    if (failure !== null) step.fail(failure);
  });
  await report.step('Use the school', 2 * minuteMs, async (step) => {
    const added = await addCourse(cluster.edgeUrl, school.admin, 'Added after the restore');
    await completeCourse(cluster.edgeUrl, remaining, added.body.insertedId ?? '');
    const head = await readHead();
    const answer = await fetch(`${cluster.edgeUrl}/courses`, {
      headers: { [headers.awaitLogPosition]: `${head}` },
      signal: AbortSignal.timeout(requestTimeoutMs),
    });
    const text = await answer.text();
    step.require(text.includes('Added after the restore'), 'the new course is not in the catalogue');
    step.require(text.includes('Added after the backup'), 'the course from before the moment is missing');
    step.require(
      !text.includes('Lost in the disaster'),
      'the catalogue shows a course that the log has lost',
    );
    step.note(`position ${head}`);
  });
  await report.step('Take a full backup of the restored database', 10 * minuteMs, (step) =>
    backUp(cluster, step),
  );
};

/** Calls `fail` unless a read-api names the history of the restored log. */
const proveHistory = async (port: number, history: string, fail: (failure: string) => void) => {
  const askForHistory = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/courses?limit=1`, {
      signal: AbortSignal.timeout(requestTimeoutMs),
    });
    await answer.body?.cancel();
    return answer.headers.get(headers.logId);
  };
  await waitUntil(`the read-api on port ${port} names the history ${history}`, minuteMs, async () =>
    (await askForHistory()) === history ? true : null,
  ).catch((error: Error) => fail(error.message));
};

/** Calls `fail` unless each socket was told to fetch everything again, because of the history of the restored log. */
const proveSockets = async (
  { sockets }: FactsBeforeDisaster,
  history: string,
  fail: (failure: string) => void,
) => {
  const countNotified = async () => {
    const { groups } = await sockets.report();
    return groups.filter(({ logId }) => logId === history).reduce((sum, group) => sum + group.sockets, 0);
  };
  let notified = await countNotified();
  for (const deadline = Date.now() + minuteMs; notified < sockets.count && Date.now() < deadline; ) {
    await sleep(500);
    notified = await countNotified();
  }
  if (notified < sockets.count)
    fail(
      `${sockets.count - notified} of ${sockets.count} sockets do not know the history of the restored log`,
    );
};
