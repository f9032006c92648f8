import { Pool } from 'pg';
import type { StoredEvent } from '../target.ts';

type Row = {
  position: string;
  stream: string;
  type: string;
  command_id: string;
  data: Record<string, unknown>;
  metadata: { actor: { id?: string; role?: string } | null; correlationId: string };
};

const pageSize = 5_000;

/** Opens a connection that reads events as they are stored. Personal fields stay encrypted. */
export const openEventReader = (databaseUrl: string) => {
  const pool = new Pool({ connectionString: databaseUrl, max: 1 });
  // A lost connection also rejects the next query. Without a listener it would end this process.
  pool.on('error', () => {});
  const readEvents = async (after: number): Promise<StoredEvent[]> => {
    const { rows } = await pool.query<Row>(
      'select position, stream, type, command_id, data, metadata from log.events where position > $1 order by position limit $2',
      [after, pageSize],
    );
    return rows.map(({ position, command_id, metadata: { actor, correlationId }, ...event }) => ({
      ...event,
      position: Number(position),
      commandId: command_id,
      actor: actor?.id === undefined ? null : { id: actor.id, role: actor.role ?? '' },
      correlationId,
    }));
  };
  return { readEvents, close: () => pool.end() };
};
