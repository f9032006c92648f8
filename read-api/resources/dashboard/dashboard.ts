import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import type { Dashboard } from '#contract/dashboard.ts';
import type { LogReader } from '#events/log/log.ts';
import type { ReadTables } from '#platform/read-tables/tables.ts';
import type { StateTables } from '#platform/state-tables/tables.ts';
import { coalesce } from '../../freshness/coalesce.ts';
import type { Standing } from '../../freshness/positions.ts';
import { countMinutes } from './count-minutes.ts';
import { whoIsHere } from './here.ts';
import { modelsBehind } from './models-behind.ts';
import { newestEvents } from './newest.ts';

export type DashboardServices = {
  primary: Pool;
  tables: Kysely<ReadTables>;
  state: Kysely<StateTables>;
  log: LogReader;
  positions: () => Promise<Standing>;
};

/**
 * What happens in the school at this moment; GET /dashboard and the live message are this same thing. Who asks while it is
 * found out shares the next answer.
 */
export const openDashboard = ({ primary, tables, state, log, positions }: DashboardServices) => {
  const minutes = countMinutes(primary);
  return coalesce(async (): Promise<Dashboard> => {
    const standing = await positions();
    const { head, logId } = standing;
    const now = Date.now();
    const [here, counted, models, newest] = await Promise.all([
      whoIsHere(state, tables),
      minutes(logId, head, now),
      modelsBehind(primary, standing, now),
      newestEvents(log, tables, head),
    ]);
    return { at: new Date(now).toISOString(), ...here, minutes: counted, head, models, newest };
  });
};
