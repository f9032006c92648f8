import { waitUntil } from '../../processes/wait-until.ts';
import { type Fault, primaryOf, signalPostgres } from './fault.ts';

const switchoverTimeoutMs = 60_000;

/** Faults of PostgreSQL and Patroni. */
export const databaseFaults: readonly Fault[] = [
  {
    name: 'kill-postgres',
    title: '`kill -9` of the primary’s PostgreSQL',
    maxSeconds: { commands: 10, reads: 5 },
    effect: { isFailover: true },
    mustAnswerStale: true,
    cause: async (cluster) => {
      signalPostgres(await primaryOf(cluster), 'SIGKILL');
      return () => {};
    },
  },
  {
    name: 'kill-patroni',
    title: '`kill -9` of the primary’s Patroni and PostgreSQL',
    maxSeconds: { commands: 30, reads: 5 },
    effect: { isFailover: true },
    mustAnswerStale: true,
    cause: async (cluster) => {
      const node = await primaryOf(cluster);
      const ended = node.patroni.kill();
      signalPostgres(node, 'SIGKILL');
      await ended;
      return () => node.patroni.start();
    },
  },
  {
    name: 'switchover',
    title: 'planned switchover',
    maxSeconds: { commands: 10, reads: 5 },
    effect: { isFailover: true },
    cause: async (cluster) => {
      const node = await primaryOf(cluster);
      await waitUntil('Patroni accepts the switchover', switchoverTimeoutMs, async () => {
        const answer = await fetch(`http://127.0.0.1:${node.restPort}/switchover`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ leader: node.name }),
          signal: AbortSignal.timeout(switchoverTimeoutMs),
        });
        const text = await answer.text();
        if (!answer.ok) throw new Error(`${answer.status} ${text}`);
        return true;
      });
      return () => {};
    },
  },
];
