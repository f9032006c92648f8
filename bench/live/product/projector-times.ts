import { Client } from 'pg';
import { type CheckpointNotice, checkpointChannel } from '#platform/read-tables/checkpoints.ts';
import { liveModels } from '#read-api/live/updates/live-update-definitions.ts';

export type ProjectorTimes = AsyncDisposable & {
  /** Returns the times that were measured since the last call, in milliseconds. */
  takeTimes(): number[];
};

/**
 * Measures the time from the notification about an append, which follows its commit, until the checkpoints of all live models have reached
 * the position of the append. It listens to the database notifications about appends and checkpoints on a connection of its own. If a notification covers
 * several positions, the time of the last position is measured. An append that arrives before the previous one is applied replaces
 * it: the previous one is not measured.
 */
export const watchProjector = async (databaseUrl: string): Promise<ProjectorTimes> => {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const checkpoints = new Map<string, number>(liveModels.map((model) => [model, 0]));
  const times: number[] = [];
  let appended: { position: number; at: number } | null = null;
  client.on('notification', ({ channel, payload = '' }) => {
    const now = performance.now();
    if (channel === 'lyceum_log') {
      appended = { position: Number(payload), at: now };
      return;
    }
    for (const [model, { position }] of Object.entries(JSON.parse(payload) as CheckpointNotice))
      if (checkpoints.has(model)) checkpoints.set(model, position);
    if (appended === null || Math.min(...checkpoints.values()) < appended.position) return;
    times.push(now - appended.at);
    appended = null;
  });
  await client.query(`listen lyceum_log; listen ${checkpointChannel}`);
  return {
    takeTimes: () => times.splice(0),
    [Symbol.asyncDispose]: () => client.end(),
  };
};
