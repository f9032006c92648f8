import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type AuditQuery, auditKinds } from '#contract/schemas/audit.ts';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';

/** The conditions for entries of the history. `above` and `below` are exclusive positions. */
export type AuditFilter = Pick<AuditQuery, 'kind' | 'person' | 'withoutReadingsBy'> & {
  /** The positions of the events of one record. They come from the log, because `read.audit` does not have the streams. */
  ofRecord?: readonly number[] | undefined;
  above: number;
  below: number;
  limit: number;
};

type PositionsQuery = RawBuilder<{ position: number }>;

const typesOf = ({ kind }: AuditFilter): readonly string[] | null =>
  kind === undefined ? null : auditKinds[kind];

const hasType = (filter: AuditFilter) => {
  const types = typesOf(filter);
  return types === null ? sql`true` : sql`type = any(${types}::text[])`;
};

const matches = (filter: AuditFilter) => {
  const { withoutReadingsBy: adminId } = filter;
  if (adminId === undefined) return hasType(filter);
  return sql`${hasType(filter)} and (type <> 'PersonalDataRead' or actor_id is distinct from ${adminId}::uuid)`;
};

const isInRange = ({ above, below }: AuditFilter) => sql`position > ${above} and position < ${below}`;

/**
 * Selects the newest rows with one value in an indexed column. Comparing and ordering by the pair of value and position
 * makes PostgreSQL use the index of that column. With an order by position alone, the planner may scan the whole history
 * for a value that it believes to be frequent.
 */
const selectNewestWith = (
  column: 'actor_id' | 'about_id' | 'type',
  value: RawBuilder<unknown>,
  filter: AuditFilter,
) => {
  const ref = sql.id(column);
  return sql`
    (select position from audit
     where ${ref} is not null and (${ref}, position) > (${value}, ${filter.above}::bigint)
       and (${ref}, position) < (${value}, ${filter.below}::bigint) and ${matches(filter)}
     order by ${ref} desc, position desc limit ${filter.limit})`;
};

/** Selects the newest entries of one record. */
const selectEntriesOfRecord = (positions: readonly number[], filter: AuditFilter): PositionsQuery => sql`
  select position::float8 as position from audit as entry
  where ${isInRange(filter)} and ${matches(filter)}
    and position = any(${positions}::bigint[])
    ${filter.person === undefined ? sql`` : sql`and (actor_id = ${filter.person} or about_id = ${filter.person})`}
  order by entry.position desc limit ${filter.limit}`;

/** Merges the newest entries of events by the user with the newest entries of events about the user. */
const selectEntriesOfPerson = (person: string, filter: AuditFilter): PositionsQuery => sql`
  select entry.position::float8 as position
  from (${selectNewestWith('actor_id', sql`${person}::uuid`, filter)}
        union all ${selectNewestWith('about_id', sql`${person}::uuid`, filter)}) as entry
  order by entry.position desc limit ${filter.limit}`;

/** Merges the newest entries of each type, so that a rare type needs no scan of the others. */
const selectEntriesOfTypes = (types: readonly string[], filter: AuditFilter): PositionsQuery => sql`
  select entry.position::float8 as position
  from unnest(${types}::text[]) as selected(name)
  cross join lateral ${selectNewestWith('type', sql`selected.name`, { ...filter, kind: undefined })} as entry
  order by entry.position desc limit ${filter.limit}`;

const selectAllEntries = (filter: AuditFilter): PositionsQuery => sql`
  select entry.position::float8 as position from audit as entry
  where ${isInRange(filter)} and ${matches(filter)} order by entry.position desc limit ${filter.limit}`;

/** Selects the positions that {@link findAuditPositions} returns. Exported so that a test can check its plan. */
export const selectAuditPositions = (filter: AuditFilter): PositionsQuery => {
  if (filter.ofRecord !== undefined) return selectEntriesOfRecord(filter.ofRecord, filter);
  if (filter.person !== undefined) return selectEntriesOfPerson(filter.person, filter);
  const types = typesOf(filter);
  return types === null ? selectAllEntries(filter) : selectEntriesOfTypes(types, filter);
};

/** Returns the positions of matching entries, newest first. */
export const findAuditPositions = async (
  tables: Kysely<ReadTables>,
  filter: AuditFilter,
): Promise<number[]> =>
  (await selectAuditPositions(filter).execute(tables)).rows.map(({ position }) => position);
