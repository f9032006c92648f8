import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import type { Dashboard } from '#contract/schemas/dashboard.ts';
import type { LogReader } from '#events/log/log.ts';
import { retryLaterError } from '#platform/problems.ts';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import type { StateTables } from '#platform/state-tables/state-tables.ts';
import type { Checkpoints } from '../../freshness/checkpoints.ts';
import { coalesce } from '../../freshness/coalesce.ts';
import { loadCurrentPresence } from './current-presence.ts';
import { createMinuteCounter } from './minute-counter.ts';
import { loadModelLag } from './model-lag.ts';
import { loadNewestEvents } from './newest-events.ts';

type DashboardDependencies = {
  primary: () => Pool;
  tables: Kysely<ReadTables>;
  state: Kysely<StateTables>;
  log: LogReader;
  readCheckpoints: () => Promise<Checkpoints>;
};

/** Creates a function that loads the dashboard, for GET /dashboard and for live delivery. Concurrent calls share a load. */
export const createDashboardLoader = (dependencies: DashboardDependencies) => {
  const { primary, tables, state, log, readCheckpoints } = dependencies;
  const countMinutes = createMinuteCounter(primary);
  return coalesce(async (): Promise<Dashboard> => {
    const checkpoints = await readCheckpoints();
    if (checkpoints.isPrimaryUnreachable)
      throw retryLaterError('unavailable', 'The dashboard cannot be loaded at the moment. Try again.', 2);
    const { head, logId } = checkpoints;
    const now = Date.now();
    const [presence, minutes, models, newest] = await Promise.all([
      loadCurrentPresence(state, tables),
      countMinutes(logId, head, now),
      loadModelLag(primary(), checkpoints, now),
      loadNewestEvents(log, tables, head),
    ]);
    return { at: new Date(now).toISOString(), ...presence, minutes, head, models, newest };
  });
};
