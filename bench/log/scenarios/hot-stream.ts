import assert from 'node:assert/strict';
import pLimit from 'p-limit';
import { isVersionConflict, openEmmett } from '../../harness/open-emmett.ts';
import { median } from '../../harness/statistics.ts';
import type { Scenario, ScenarioContext } from '../scenario.ts';
import { openLyceum } from '../stores/lyceum.ts';
import { metadataOf, personId, profile } from '../workload.ts';

const inFlight = 64;
const person = personId(0);

/** Appends at a version, or returns the stream's version after a conflict. */
type Attempt = (version: number) => Promise<{ appended: true } | { appended: false; version: number }>;

/**
 * Lets all workers append to one stream. After a conflict, workers queue in the process, as commands do in the
 * command-api. Both contestants are measured in this way.
 */
const compete = async (attempt: Attempt, durationMs: number, startVersion: number) => {
  let knownVersion = startVersion;
  let appended = 0;
  const oneAtATime = pLimit(1);
  const start = performance.now();
  const isOver = () => performance.now() - start >= durationMs;
  const tryOnce = async () => {
    const version = knownVersion;
    const result = await attempt(version);
    if (result.appended) appended++;
    knownVersion = Math.max(knownVersion, result.appended ? version + 1 : result.version);
    return result.appended;
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

const openLyceumContestant = async (url: string) => {
  const store = await openLyceum(url);
  const attempt: Attempt = async (version) => {
    const result = await store.appendTo(person, version, 1);
    if (result.outcome === 'appended') return { appended: true };
    assert(result.outcome === 'conflict', `An append with a new key returned ${result.outcome}.`);
    return { appended: false, version: result.version };
  };
  return { attempt, verify: store.verify, close: store.close };
};

const openEmmettContestant = async (url: string) => {
  const { store, close } = await openEmmett(url);
  let appended = 0;
  const attempt: Attempt = async (version) => {
    try {
      await store.appendToStream(
        `user-${person}`,
        [{ type: 'UserProfileEdited', data: profile(person, version + 1), metadata: metadataOf(person) }],
        { expectedStreamVersion: BigInt(version) },
      );
      appended++;
      return { appended: true };
    } catch (error) {
      if (!isVersionConflict(error)) throw error;
      // The error does not always contain the stream's version; it is at least the number of acknowledged appends.
      return { appended: false, version: appended };
    }
  };
  return {
    attempt,
    verify: async (expectedEvents: number) => assert(expectedEvents === appended, 'emmett lost appends.'),
    close,
  };
};

const measureContestants = async ({ preset, server, kinds }: ScenarioContext) => {
  const databases = { lyceum: `lyceum_hot_ours_${process.pid}`, emmett: `lyceum_hot_emmett_${process.pid}` };
  const lyceumUrl = await server.createDatabase(databases.lyceum);
  const emmettUrl = await server.createDatabase(databases.emmett);
  await (await kinds.lyceum.open(lyceumUrl, 1)).close();
  const contestants = [
    { name: 'lyceum', ...(await openLyceumContestant(lyceumUrl)), rates: [] as number[], appended: 0 },
    { name: 'emmett', ...(await openEmmettContestant(emmettUrl)), rates: [] as number[], appended: 0 },
  ];
  for (let round = 0; round <= preset.rounds; round++)
    for (const contestant of contestants) {
      const { rate, appended } = await compete(contestant.attempt, preset.roundMs, contestant.appended);
      contestant.appended += appended;
      if (round > 0) contestant.rates.push(rate);
    }
  for (const { verify, close, appended } of contestants) {
    await verify(appended);
    await close();
  }
  for (const database of Object.values(databases)) await server.dropDatabase(database);
  return Object.fromEntries(contestants.map(({ name, rates }) => [name, median(rates)]));
};

export const hotStream: Scenario = {
  name: 'hot-stream',
  title: 'Sixty-four writers that append to one stream and queue after a conflict',
  run: async (context) => ({
    rows: [{ label: '64 on one stream', figures: await measureContestants(context) }],
    measuredValues: [],
  }),
};
