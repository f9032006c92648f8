import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { compareWithLog } from '../faults/accounting/compare-with-log.ts';
import { readHead, readLog } from '../faults/accounting/read-log.ts';
import { startVisitors } from '../faults/load/visitors.ts';
import { startWriters } from '../faults/load/writers.ts';
import type { SupervisedProcess } from '../processes/supervised-process.ts';
import { type DrillReport, minuteMs } from '../restore-drill/drill-report.ts';
import { fillSchool } from '../restore-drill/school.ts';
import { findProgramFailure } from '../services/find-program-failure.ts';
import { waitUntilServiceIsReady } from '../services/wait-until-ready.ts';
import type { Cluster } from '../start-cluster.ts';

const root = join(import.meta.dirname, '..', '..');
const studentCount = 12;
const writerCount = 8;
const writerPauseMs = 300;
/** How long the load goes on before the update, and after each service is replaced. */
const steadyMs = 3_000;
const stopTimeoutMs = 15_000;
/** The share of reads that may fail, from 0 to 1: HAProxy may send a GET to a node that has just stopped. */
const maxFailedReadsShare = 0.05;

export type UpdateOptions = {
  /** A cluster with the services of the previous release and the schema of this one. */
  cluster: Cluster;
  report: DrillReport;
};

/** Uses the services of the previous release on the new schema, then replaces them one by one under load. */
export const updateInSteps = async ({ cluster, report }: UpdateOptions): Promise<void> => {
  const { edgeUrl, services, servicePorts } = cluster;
  const school = await report.step('Fill a school with the previous services', 5 * minuteMs, async (step) => {
    const filled = await fillSchool(edgeUrl, studentCount);
    step.note(`${await readHead(cluster)} events`);
    return filled;
  });
  const before = await readHead(cluster);
  const tokens = Array.from({ length: writerCount }, () => school.admin.token);
  const writers = await startWriters({ edgeUrl, tokens, pauseMs: writerPauseMs });
  const visitors = startVisitors(edgeUrl);
  await sleep(steadyMs);
  const current = cluster.createServicesFrom(root);
  for (const service of ['projectors', 'readApis', 'commandApis'] as const) {
    await report.step(
      `Replace ${current[service].map(({ name }) => name).join(' and ')}`,
      5 * minuteMs,
      async (step) => {
        const acknowledged = writers.acknowledgements.length;
        for (const [index, next] of current[service].entries())
          await replace(services[service][index], next, servicePorts[service][index] ?? 0);
        await sleep(steadyMs);
        step.note(`${writers.acknowledgements.length - acknowledged} commands acknowledged meanwhile`);
      },
    );
    // Rows that the previous projector has written lack the values of new columns.
    if (service === 'projectors')
      await report.step('Rebuild all read models', 5 * minuteMs, async (step) => {
        const failure = await findProgramFailure(cluster, 'projector/cli.ts', 'rebuild', '--all');
        if (failure !== null) step.fail(failure);
      });
  }
  await report.step('Compare the acknowledged commands with the log', 3 * minuteMs, async (step) => {
    await writers.stop();
    await visitors.stop();
    const { events } = await readLog(cluster, before);
    const { acknowledged, lost, misplaced, writtenTwice, isDense } = compareWithLog(
      writers.acknowledgements,
      events,
      before,
    );
    step.require(
      lost + misplaced + writtenTwice === 0,
      `lost ${lost}, misplaced ${misplaced}, twice ${writtenTwice}`,
    );
    step.require(isDense, 'positions or versions have gaps');
    for (const refusal of writers.refusals.slice(0, 5)) step.fail(refusal);
    const reads = visitors.answers.flat().length + visitors.failures;
    step.require(
      visitors.failures <= maxFailedReadsShare * reads,
      `${visitors.failures} of ${reads} reads failed`,
    );
    step.note(`${acknowledged} commands, ${reads} reads of which ${visitors.failures} failed`);
  });
  await report.step('Verify the seals, compare with projector check', 8 * minuteMs, async (step) => {
    await cluster.waitUntilHealthy(2 * minuteMs);
    for (const failure of [
      await findProgramFailure(cluster, 'events/seals/main.ts', 'verify'),
      await findProgramFailure(cluster, 'projector/cli.ts', 'check'),
    ])
      if (failure !== null) step.fail(failure);
  });
};

/** Stops a process of the previous release, and starts one of this release on its port. */
const replace = async (previous: SupervisedProcess | undefined, next: SupervisedProcess, port: number) => {
  await previous?.stop(stopTimeoutMs);
  next.start();
  await waitUntilServiceIsReady(port, 2 * minuteMs).catch((error: Error) => {
    throw new Error(`${error.message}\n${next.lastLines()}`);
  });
};
