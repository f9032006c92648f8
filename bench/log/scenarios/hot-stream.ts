import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import pLimit from 'p-limit';
import type { Aggregate } from '#events/log/aggregate.ts';
import { median } from '../../harness/statistics.ts';
import type { Scenario, ScenarioContext } from '../scenario.ts';
import { emmett } from '../stores/emmett.ts';
import { answer, createCommandKey, openLyceum } from '../stores/lyceum.ts';
import { metadataOf, personId, profile } from '../workload.ts';

const inFlight = 64;
const person = personId(0);

/** Tries to append an event. @returns whether it was appended; if not, there was a conflict, and the caller retries. */
type Attempt = () => Promise<boolean>;

/** Lets all workers append to one stream. After a conflict, workers queue in the process. */
const compete = async (attempt: Attempt, durationMs: number) => {
  let appended = 0;
  const oneAtATime = pLimit(1);
  const start = performance.now();
  const isOver = () => performance.now() - start >= durationMs;
  const tryOnce = async () => {
    const hasAppended = await attempt();
    if (hasAppended) appended++;
    return hasAppended;
  };
  const retryUntilAppended = async () => {
    let hasAppended: boolean;
    do {
      hasAppended = await tryOnce();
    } while (!hasAppended && !isOver());
  };
  const appendUntilOver = async () => {
    while (!isOver()) {
      const hasAppended = await tryOnce();
      if (!hasAppended) await oneAtATime(retryUntilAppended);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, appendUntilOver));
  return { rate: (appended * 1000) / (performance.now() - start), appended };
};

/** Counts the events of a stream. */
const counter: Aggregate<number> = { name: 'counter', initial: 0, evolve: (count) => count + 1 };

/** Executes commands as the command-api does: those that write the same stream run one after the other, without conflicts. */
const openLyceumContestant = async (url: string) => {
  const { executor, verify, close } = await openLyceum(url);
  const attempt: Attempt = async () => {
    const { outcome } = await executor.execute({
      commandId: randomUUID(),
      metadata: metadataOf(person),
      commandKey: createCommandKey(person, 0),
      reads: { user: { stream: `user-${person}`, aggregate: counter } },
      decide: ({ user }) => ({
        events: { user: [{ type: 'UserProfileEdited', data: profile(person, user + 1) }] },
        answer,
      }),
    });
    assert(outcome === 'done', `A command with a new key returned ${outcome}.`);
    return true;
  };
  return { attempt, verify, close };
};

const openEmmettContestant = async (url: string) => {
  const { append, verify, close } = await emmett.open(url, 1);
  let appended = 0;
  // The stream's version is the number of acknowledged appends, so the next attempt after a conflict knows it.
  const attempt: Attempt = async () => {
    const hasAppended = await append(person, appended, 1);
    if (hasAppended) appended++;
    return hasAppended;
  };
  return { attempt, verify, close };
};

const measureContestants = async ({ preset, server, kinds }: ScenarioContext) => {
  await using resources = new AsyncDisposableStack();
  const createDatabase = (name: string) => {
    resources.defer(() => server.dropDatabase(name));
    return server.createDatabase(name);
  };
  const lyceumUrl = await createDatabase(`lyceum_hot_ours_${process.pid}`);
  const emmettUrl = await createDatabase(`lyceum_hot_emmett_${process.pid}`);
  await (await kinds.lyceum.open(lyceumUrl, 1)).close();
  const lyceumContestant = await openLyceumContestant(lyceumUrl);
  resources.defer(lyceumContestant.close);
  const emmettContestant = await openEmmettContestant(emmettUrl);
  resources.defer(emmettContestant.close);
  const contestants = [
    { name: 'lyceum', ...lyceumContestant, rates: [] as number[], appended: 0 },
    { name: 'emmett', ...emmettContestant, rates: [] as number[], appended: 0 },
  ];
  for (let round = 0; round <= preset.rounds; round++)
    for (const contestant of contestants) {
      const { rate, appended } = await compete(contestant.attempt, preset.roundMs);
      contestant.appended += appended;
      if (round > 0) contestant.rates.push(rate);
    }
  for (const { verify, appended } of contestants) await verify(appended);
  return Object.fromEntries(contestants.map(({ name, rates }) => [name, median(rates)]));
};

export const hotStream: Scenario = {
  name: 'hot-stream',
  title:
    'Sixty-four writers of one stream: commands of Lyceum wait for each other, appends of emmett queue after a conflict',
  run: async (context) => {
    const figures = await measureContestants(context);
    return {
      rows: [{ label: '64 on one stream', figures }],
      measuredValues: [
        {
          label: '64 on one stream, relative to emmett',
          value: (figures.lyceum ?? Number.NaN) / (figures.emmett ?? Number.NaN),
          floor: 1.5,
        },
      ],
    };
  },
};
