import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type AuditQuery, auditKinds } from '#contract/audit.ts';
import type { ReadTables } from '#platform/read-tables/tables.ts';

/** Which entries: `above` and `below` are positions, both exclusive. */
export type AuditChoice = Pick<AuditQuery, 'kind' | 'person' | 'record' | 'withoutReadingsBy'> & {
  above: number;
  below: number;
  limit: number;
};

type Places = RawBuilder<{ position: number }>;

const typesOf = ({ kind }: AuditChoice): readonly string[] | null =>
  kind === undefined ? null : auditKinds[kind];

const ofType = (choice: AuditChoice) => {
  const types = typesOf(choice);
  return types === null ? sql`true` : sql`type = any(${types}::text[])`;
};

const wanted = (choice: AuditChoice) => {
  const { withoutReadingsBy: reader } = choice;
  if (reader === undefined) return ofType(choice);
  return sql`${ofType(choice)} and (type <> 'PersonalDataRead' or actor_id is distinct from ${reader}::uuid)`;
};

const within = ({ above, below }: AuditChoice) => sql`position > ${above} and position < ${below}`;

/**
 * The newest rows of one value of an indexed column. By the pair of value and position, in whose order nothing but that index
 * has the rows: ordered by position alone the planner may walk all of the history for a value that it takes for frequent.
 */
const newestOf = (
  column: 'actor_id' | 'about_id' | 'type',
  value: RawBuilder<unknown>,
  choice: AuditChoice,
) => {
  const named = sql.id(column);
  return sql`
    (select position from audit
     where ${named} is not null and (${named}, position) > (${value}, ${choice.above}::bigint)
       and (${named}, position) < (${value}, ${choice.below}::bigint) and ${wanted(choice)}
     order by ${named} desc, position desc limit ${choice.limit})`;
};

/** The stream's own index in the log gives its positions; records are short. */
const ofRecord = (record: string, choice: AuditChoice): Places => sql`
  select position::float8 as position from audit as entry
  where ${within(choice)} and ${wanted(choice)}
    and position in (select position from log.events where stream = ${record})
    ${choice.person === undefined ? sql`` : sql`and (actor_id = ${choice.person} or about_id = ${choice.person})`}
  order by entry.position desc limit ${choice.limit}`;

/** The newest of what they did and of what was done about them are the newest of all. */
const ofPerson = (person: string, choice: AuditChoice): Places => sql`
  select entry.position::float8 as position
  from (${newestOf('actor_id', sql`${person}::uuid`, choice)}
        union all ${newestOf('about_id', sql`${person}::uuid`, choice)}) as entry
  order by entry.position desc limit ${choice.limit}`;

/** The newest of each type, then the newest of those: a rare type costs no walk through the others. */
const ofTypes = (types: readonly string[], choice: AuditChoice): Places => sql`
  select entry.position::float8 as position
  from unnest(${types}::text[]) as wanted(name)
  cross join lateral ${newestOf('type', sql`wanted.name`, { ...choice, kind: undefined })} as entry
  order by entry.position desc limit ${choice.limit}`;

const ofAll = (choice: AuditChoice): Places => sql`
  select entry.position::float8 as position from audit as entry
  where ${within(choice)} and ${wanted(choice)} order by entry.position desc limit ${choice.limit}`;

/** The query of {@link auditPositions}, for who wants its plan. */
export const placesChosen = (choice: AuditChoice): Places => {
  if (choice.record !== undefined) return ofRecord(choice.record, choice);
  if (choice.person !== undefined) return ofPerson(choice.person, choice);
  const types = typesOf(choice);
  return types === null ? ofAll(choice) : ofTypes(types, choice);
};

/** Positions of the chosen entries, the newest first. */
export const auditPositions = async (tables: Kysely<ReadTables>, choice: AuditChoice): Promise<number[]> =>
  (await placesChosen(choice).execute(tables)).rows.map(({ position }) => position);
