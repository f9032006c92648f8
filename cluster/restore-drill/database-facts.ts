import type { Client } from 'pg';

/** Returns the id of the log's history, as clients know it. */
export const readHistory = async (client: Client): Promise<string> => {
  const { rows } = await client.query<{ id: string }>(
    'select coalesce(history.id, identity.id)::text as id from log.identity cross join log.history',
  );
  return rows[0]?.id ?? '';
};

/** Returns the timeline of a primary. @throws Error if the server is a replica or is still recovering. */
export const readTimeline = async (client: Client): Promise<number> => {
  const { rows } = await client.query<{ name: string | null }>(
    'select case when not pg_is_in_recovery() then pg_walfile_name(pg_current_wal_lsn()) end as name',
  );
  const name = rows[0]?.name;
  if (!name) throw new Error('The server is still recovering.');
  return Number.parseInt(name.slice(0, 8), 16);
};

/** Returns the time of the server's clock, with microseconds and the time zone. */
export const readClock = async (client: Client): Promise<string> => {
  const { rows } = await client.query<{ now: string }>(
    `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') || '+00' as now`,
  );
  return rows[0]?.now ?? '';
};
