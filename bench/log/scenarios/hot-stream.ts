import { type Context, median, must, type Scenario } from '../scenario.ts';
import { openEmmett } from '../stores/emmett.ts';
import { openOurs } from '../stores/ours.ts';
import { metadataOf, personId, profile } from '../workload.ts';

const inFlight = 64;
const person = personId(0);

/** Appends at the version, or answers the one at which the stream stands. */
type Attempt = (version: number) => Promise<{ done: true } | { done: false; version: number }>;

/**
 * Everybody wants to write to the one stream. Who meets a conflict takes turns with the others who did, in the process,
 * as the command-api does; the same for both contestants.
 */
const fight = async (attempt: Attempt, milliseconds: number, start: number) => {
  let known = start;
  let won = 0;
  let lastTurn: Promise<void> = Promise.resolve();
  const begin = performance.now();
  const once = async () => {
    const version = known;
    const result = await attempt(version);
    if (result.done) won++;
    known = Math.max(known, result.done ? version + 1 : result.version);
    return result.done;
  };
  const inTurn = () => {
    const turn = lastTurn.then(async () => {
      while (!(await once())) if (performance.now() - begin > milliseconds) return;
    });
    lastTurn = turn.catch(() => undefined);
    return turn;
  };
  const worker = async () => {
    while (performance.now() - begin < milliseconds) if (!(await once())) await inTurn();
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
  return { rate: (won * 1000) / (performance.now() - begin), won };
};

const ourAttempt = async (url: string) => {
  const store = await openOurs(url);
  const attempt: Attempt = async (version) => {
    const result = await store.appendTo(person, version, 1);
    if (result.outcome === 'appended') return { done: true };
    must(result.outcome === 'conflict', `A fresh key was answered with ${result.outcome}.`);
    return { done: false, version: result.outcome === 'conflict' ? result.version : 0 };
  };
  return { attempt, check: store.check, close: store.close };
};

const emmettAttempt = async (url: string) => {
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
      return { done: true };
    } catch (error) {
      if (!(error as Error).constructor.name.includes('Version')) throw error;
      // Its error does not always know the version; ours were acknowledged, so the stream stands there at least.
      return { done: false, version: appended };
    }
  };
  return {
    attempt,
    check: async (events: number) => must(events === appended, 'emmett lost appends.'),
    close,
  };
};

const measureFights = async ({ preset, server, kinds }: Context) => {
  const [ourUrl, emmettUrl] = [
    await server.createDatabase(`lyceum_hot_ours_${process.pid}`),
    await server.createDatabase(`lyceum_hot_emmett_${process.pid}`),
  ];
  await (await kinds.ours.open(ourUrl, 1)).close();
  const stores = { lyceum: await ourAttempt(ourUrl), emmett: await emmettAttempt(emmettUrl) };
  const rates: Record<string, number[]> = { lyceum: [], emmett: [] };
  const won: Record<string, number> = { lyceum: 0, emmett: 0 };
  for (let round = 0; round <= preset.rounds; round++)
    for (const [name, { attempt }] of Object.entries(stores)) {
      const result = await fight(attempt, preset.roundMs, won[name] ?? 0);
      won[name] = (won[name] ?? 0) + result.won;
      if (round > 0) rates[name]?.push(result.rate);
    }
  for (const [name, store] of Object.entries(stores)) {
    await store.check(won[name] ?? 0);
    await store.close();
  }
  await server.drop(`lyceum_hot_ours_${process.pid}`);
  await server.drop(`lyceum_hot_emmett_${process.pid}`);
  return Object.fromEntries(Object.entries(rates).map(([name, values]) => [name, median(values)]));
};

export const hotStream: Scenario = {
  name: 'hot-stream',
  about: 'Sixty-four who all write to one stream, and take turns after a conflict',
  run: async (context) => ({
    rows: [{ what: '64 on one stream', figures: await measureFights(context) }],
    claims: [],
  }),
};
