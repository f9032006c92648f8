import { Kysely, PostgresDialect } from 'kysely';
import { boundedLog } from '#events/log/bounded.ts';
import { openReader } from '#events/log/reader.ts';
import type { Configuration } from '#platform/configuration.ts';
import type { Logger } from '#platform/logging.ts';
import { openPool } from '#platform/postgres/pool.ts';
import { checkpointChannel } from '#platform/read-tables/checkpoints.ts';
import type { ReadTables } from '#platform/read-tables/tables.ts';
import type { StateTables } from '#platform/state-tables/tables.ts';
import { openMemberships } from './authorization/memberships.ts';
import type { Patience } from './freshness/awaited-position.ts';
import { CheckpointWakeUp } from './freshness/checkpoint-wake-up.ts';
import { openFreshness } from './freshness/freshness.ts';
import { Notifications } from './freshness/notifications.ts';
import { openPositions } from './freshness/positions.ts';
import { PresenceElsewhere, presenceChannel } from './live/presence/elsewhere.ts';
import type { ServedPast } from './past/past.ts';
import { openAnswers } from './query-handler/answers.ts';
import { SeenElsewhere, seenChannel } from './resources/announcements/seen-elsewhere.ts';
import { searchSettings } from './resources/courses/query.ts';
import { openDashboard } from './resources/dashboard/dashboard.ts';
import { openLogStreams } from './resources/log/log-streams.ts';

const role = 'lyceum_reader';

/**
 * What the read-api stands on: the log and the wake-ups of the primary, and the read tables, which may be those of a
 * streaming replica (`READ_DATABASE_URL`).
 * Tables are named without a schema: where they are, each connection's search path says.
 * @param options.patience how long a read waits for the tables, if not as usual.
 * @param options.past the moment that is served instead of the present.
 */
export const openReadServices = (
  configuration: Pick<Configuration, 'databaseUrl' | 'readDatabaseUrl'>,
  logger: Logger,
  { patience, past = null }: { patience?: Patience | undefined; past?: ServedPast | null } = {},
) => {
  const { databaseUrl, readDatabaseUrl } = configuration;
  const onIdleError = (error: Error) => logger.warn({ err: error }, 'a connection to PostgreSQL broke');
  const open = (connectionString: string) =>
    openPool({
      connectionString,
      role,
      settings: { ...searchSettings, search_path: past ? `${past.schema},public` : 'read,state,public' },
      applicationName: 'lyceum read-api',
      onIdleError,
    });
  const primary = open(databaseUrl);
  const replica = readDatabaseUrl === databaseUrl ? null : open(readDatabaseUrl);
  const pool = replica ?? primary;
  const tables = new Kysely<ReadTables>({ dialect: new PostgresDialect({ pool }) });
  // What a person wrote a moment ago is read where it was written: a replica does not say how far behind it is.
  const state = new Kysely<StateTables>({ dialect: new PostgresDialect({ pool: primary }) });
  // Messages and roles need no personal data from the log: it stays sealed to this service.
  const whole = openReader({ pool: primary, vault: null });
  const log = past ? boundedLog(whole, past.position) : whole;
  const positions = openPositions({ primary, tables: pool }, past?.position);
  const logStreams = openLogStreams({ connectionString: databaseUrl, onIdleError });
  const wakeUp = new CheckpointWakeUp();
  const seenElsewhere = new SeenElsewhere();
  const presenceElsewhere = new PresenceElsewhere();
  // Of the past there is no news.
  const notifications = new Notifications(
    databaseUrl,
    logger,
    past
      ? {}
      : {
          [checkpointChannel]: () => wakeUp.wake(),
          [seenChannel]: (payload) => seenElsewhere.tell(payload),
          [presenceChannel]: (payload) => presenceElsewhere.tell(payload),
        },
  );
  return {
    tables,
    /** Where the tables are. */
    pool,
    state,
    log,
    logStreams,
    positions,
    wakeUp,
    seenElsewhere,
    presenceElsewhere,
    dashboard: openDashboard({ primary, tables, state, log, positions }),
    freshness: openFreshness(positions, wakeUp, patience),
    memberships: openMemberships(tables, log),
    answers: openAnswers(),
    close: async () => {
      wakeUp.close();
      await notifications.close();
      await log.close();
      await logStreams.close();
      // Not by Kysely's destroy(): it leaves the pool open when it never asked anything.
      await primary.end();
      await replica?.end();
    },
  };
};
export type ReadServices = ReturnType<typeof openReadServices>;
