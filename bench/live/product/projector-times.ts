/** How long the projector takes for each position: from the commit of the append to the commit of the last checkpoint. */
import { Client } from 'pg';
import { type CheckpointNotice, checkpointChannel } from '#platform/read-tables/checkpoints.ts';
import { liveModels } from '#read-api/live/announce/announcers.ts';

export type ProjectorTimes = AsyncDisposable & {
  /** Milliseconds for each position that was asked to be watched and has been projected, in no order. */
  taken(): number[];
};

/**
 * Listens on a connection of its own for what the log and the projector notify in the moments of their commits. Where one
 * notification speaks of several positions, the time of the last of them is taken.
 */
export const watchProjector = async (databaseUrl: string): Promise<ProjectorTimes> => {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const reached = new Map<string, number>(liveModels.map((model) => [model, 0]));
  const times: number[] = [];
  let appended: { position: number; at: number } | null = null;
  client.on('notification', ({ channel, payload = '' }) => {
    const now = performance.now();
    if (channel === 'lyceum_log') appended = { position: Number(payload), at: now };
    else {
      for (const [model, { position }] of Object.entries(JSON.parse(payload) as CheckpointNotice))
        if (reached.has(model)) reached.set(model, position);
      if (appended === null || Math.min(...reached.values()) < appended.position) return;
      times.push(now - appended.at);
      appended = null;
    }
  });
  await client.query(`listen lyceum_log; listen ${checkpointChannel}`);
  return {
    taken: () => times.splice(0),
    [Symbol.asyncDispose]: () => client.end(),
  };
};
