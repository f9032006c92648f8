import type { Pool } from 'pg';

/**
 * Whether a commit waits until a standby has it. If names are set but no standby is connected, commits wait, so nothing is
 * acknowledged alone. Patroni empties the names if it lets the primary go on without a standby. The states of the standbys
 * themselves are hidden from the role of this service.
 */
const query = {
  name: 'synchronous-standby',
  text: `select current_setting('synchronous_standby_names') <> ''
    and current_setting('synchronous_commit') in ('on', 'remote_apply', 'remote_write') as "isSynchronous"`,
};

/** Returns whether the primary acknowledges a commit only when a standby has it. @throws errors of the database */
export const waitsForStandby = async (pool: Pick<Pool, 'query'>): Promise<boolean> => {
  const { rows } = await pool.query<{ isSynchronous: boolean }>(query);
  return rows[0]?.isSynchronous === true;
};
