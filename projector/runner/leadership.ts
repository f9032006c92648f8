import type { Client } from 'pg';

/** Who holds it leads; one for each database. */
const lock = 4_115_210;

/**
 * Asks for the lead without waiting: a statement that waited for a lock would hold a snapshot all the while and keep the
 * database from cleaning up. The lock belongs to the connection and is gone with it.
 */
export const tryToLead = async (client: Client): Promise<boolean> => {
  const { rows } = await client.query<{ leads: boolean }>('select pg_try_advisory_lock($1) as leads', [lock]);
  return rows[0]?.leads ?? false;
};

export const stopLeading = async (client: Client): Promise<void> => {
  await client.query('select pg_advisory_unlock($1)', [lock]);
};
