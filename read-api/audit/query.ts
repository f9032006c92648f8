import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type AuditQuery, auditKinds } from '#events/contract/audit.ts';
import type { ReadTables } from '#platform/read-tables/tables.ts';

/** Which entries: `above` and `below` are positions, both exclusive. */
export type AuditChoice = Pick<AuditQuery, 'kind' | 'person' | 'record'> & {
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

const within = ({ above, below }: AuditChoice) => sql`position > ${above} and position < ${below}`;

const newestFirst = ({ limit }: AuditChoice) => sql`order by position desc limit ${limit}`;

/** The stream's own index in the log gives its positions; records are short. */
const ofRecord = (record: string, choice: AuditChoice): Places => sql`
  select position::float8 as position from read.audit as entry
  where ${within(choice)} and ${ofType(choice)}
    and position in (select position from log.events where stream = ${record})
    ${choice.person === undefined ? sql`` : sql`and (actor_id = ${choice.person} or about_id = ${choice.person})`}
  order by entry.position desc limit ${choice.limit}`;

/** Each of the two columns has an index in the order that is asked for; the newest of both are the newest of all. */
const ofPerson = (person: string, choice: AuditChoice): Places => {
  const by = (column: 'actor_id' | 'about_id') => sql`
    (select position from read.audit
     where ${sql.id(column)} = ${person} and ${within(choice)} and ${ofType(choice)} ${newestFirst(choice)})`;
  return sql`
    select entry.position::float8 as position
    from (${by('actor_id')} union all ${by('about_id')}) as entry
    order by entry.position desc limit ${choice.limit}`;
};

/** The newest of each type by the index, then the newest of those: a rare type costs no walk through the others. */
const ofTypes = (types: readonly string[], choice: AuditChoice): Places => sql`
  select entry.position::float8 as position
  from unnest(${types}::text[]) as wanted(name)
  cross join lateral (
    select position from read.audit
    where type = wanted.name and ${within(choice)} ${newestFirst(choice)}) as entry
  order by entry.position desc limit ${choice.limit}`;

const ofAll = (choice: AuditChoice): Places => sql`
  select entry.position::float8 as position from read.audit as entry
  where ${within(choice)} order by entry.position desc limit ${choice.limit}`;

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
