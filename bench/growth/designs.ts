/** Designs of tables for a log of billions of events. All of them have the columns of `log.events`. */

const columns = `position bigint not null, recorded_at timestamptz not null, version integer not null, schema_version integer not null,
  command_id uuid not null, stream text collate "C" not null, type text collate "C" not null, data json not null, metadata json not null`;

export type Design = {
  name: string;
  /** Creates the tables, without keys, for `events` rows. */
  create: (events: number) => string[];
  /** Creates the keys after the rows, and fills what is derived from the rows. */
  createKeys: string[];
  /**
   * Appends a batch. Parameter $1 is an array with the stream of each event, all different, and $2 the data of every event. Finds the head
   * and the last version of each stream, as an append of the product does.
   */
  append: string;
  /** Removes all events up to a position, as the archive does after it has written their segment. The versions of their streams must stay known. */
  archive: (position: number) => string[];
  /** The table that has stream, version and position of each event. */
  versions: string;
  /** Set if the oldest events are archived before the appends. */
  archived?: {
    /**
     * Records events as archived without writing them to `events` first. Parameters: $1 and $2 are the numbers of the first and the last
     * stream, $3 the number of events in each stream, $4 the number of the segment.
     */
    record: string;
    /** SQL for the last archived version of the stream `sample.stream`; null if it has none. */
    version: string;
  };
};

/** Returns SQL for the name of the stream with this number. The name contains a hash, so that streams are spread over the index as UUIDs are. */
export const hashedStream = (number: string) => `'user-' || md5((${number})::text)`;

/** Each partition gets a tenth of the events. In the design `partitions`, one more takes the appended events. */
const partitionCount = 10;

const newRows = (lastVersion: string) => `
  select head.position + n as position, now() as recorded_at, coalesce(${lastVersion}, 0) + 1 as version, 1 as schema_version,
    gen_random_uuid() as command_id, stream, 'UserProfileEdited' as type, $2::json as data, '{"actor":null}'::json as metadata
  from unnest($1::text[]) with ordinality as given(stream, n),
    (select coalesce((select position from events order by position desc limit 1), 0) as position) as head`;

/** One table. A second table keeps the last version of each stream in the archived events, and its position. */
export const oneTable: Design = {
  name: 'one table',
  create: () => [
    `create table events (${columns})`,
    'create table archived (stream text collate "C" not null, version integer not null, position bigint not null)',
  ],
  createKeys: [
    'alter table events add primary key (position)',
    'alter table events add unique (stream, version)',
    'alter table archived add primary key (stream, version)',
  ],
  append: `insert into events ${newRows(
    `greatest((select e.version from events as e where e.stream = given.stream order by e.version desc limit 1),
       (select a.version from archived as a where a.stream = given.stream order by a.version desc limit 1))`,
  )}`,
  archive: (position) => [
    `insert into archived select stream, max(version), max(position) from events where position <= ${position} group by stream`,
    `delete from events where position <= ${position}`,
    'vacuum events',
  ],
  versions: 'events',
};

/**
 * One table whose oldest events are archived, as in the product (migration 0302): their rows are deleted, and a second table has the
 * last archived version of each of their streams. An append reads the second table only if the first has no event of the stream.
 */
export const archived: Design = {
  name: 'archived',
  create: () => [
    `create table events (${columns})`,
    `create table archived_streams (stream text collate "C" not null, version integer not null, segments integer[] not null,
       position bigint not null)`,
  ],
  createKeys: [
    'alter table events add primary key (position)',
    'alter table events add unique (stream, version)',
    'alter table archived_streams add primary key (stream)',
  ],
  append: `insert into events ${newRows(
    `(select e.version from events as e where e.stream = given.stream order by e.version desc limit 1),
       (select a.version from archived_streams as a where a.stream = given.stream)`,
  )}`,
  archive: (position) => [
    `insert into archived_streams as known
       select stream, max(version), array[1000], max(position) from events where position <= ${position} group by stream order by stream
       on conflict (stream) do update
         set version = excluded.version, segments = known.segments || excluded.segments, position = excluded.position`,
    `delete from events where position <= ${position}`,
    'vacuum events',
  ],
  versions: 'events',
  archived: {
    record: `insert into archived_streams select ${hashedStream('number')}, $3::integer, array[$4::integer], (number + 1) * $3::integer
      from generate_series($1::bigint, $2::bigint) as number`,
    version: '(select a.version from archived_streams as a where a.stream = sample.stream)',
  },
};

/**
 * Returns statements that create the table `events` with `count` partitions, each for a tenth of the events, and a last one for all later positions.
 * @param last the name of the last partition.
 */
const createPartitions = (events: number, count: number, last: string): string[] => {
  const size = Math.ceil(events / partitionCount);
  return [
    `create table events (${columns}) partition by range (position)`,
    ...Array.from(
      { length: count },
      (_, number) =>
        `create table events_${number} partition of events for values from (${number * size + 1}) to (${(number + 1) * size + 1})`,
    ),
    `create table ${last} partition of events for values from (${count * size + 1}) to (maxvalue)`,
  ];
};

/** Partitions by position. A unique key over all of them is impossible, so a second table has stream, version and position. */
export const partitions: Design = {
  name: 'partitions',
  create: (events) => [
    ...createPartitions(events, partitionCount, 'events_new'),
    'create table versions (stream text collate "C" not null, version integer not null, position bigint not null)',
  ],
  createKeys: [
    'alter table events add primary key (position)',
    'insert into versions select stream, version, position from events',
    'alter table versions add primary key (stream, version)',
  ],
  append: `with added as materialized (${newRows(
    '(select v.version from versions as v where v.stream = given.stream order by v.version desc limit 1)',
  )}), indexed as (insert into versions select stream, version, position from added)
  insert into events select * from added`,
  archive: () => ['drop table events_0'],
  versions: 'versions',
};

/** The partitions of `segments` that get no more events. */
const closedCount = partitionCount - 1;

/**
 * Partitions by position, each with its own key (stream, version). Only the last one gets events; at the start it contains a tenth
 * of them. A second table has the last version of each stream in the closed partitions, and is written when a partition is
 * closed. So an append reads two indexes, but changes pages of small ones only. Because appends follow one another under the log's
 * lock, reading is enough to detect a conflict with a closed partition.
 */
export const segments: Design = {
  name: 'segments',
  create: (events) => [
    ...createPartitions(events, closedCount, 'events_open'),
    'create table closed_streams (stream text collate "C" not null, version integer not null, position bigint not null)',
  ],
  createKeys: [
    'alter table events add primary key (position)',
    ...Array.from(
      { length: closedCount },
      (_, number) => `alter table events_${number} add unique (stream, version)`,
    ),
    'alter table events_open add unique (stream, version)',
    ...Array.from(
      { length: closedCount },
      (_, number) =>
        `insert into closed_streams select stream, max(version), max(position) from events_${number} group by stream`,
    ),
    'alter table closed_streams add primary key (stream)',
  ],
  append: `insert into events ${newRows(
    `greatest((select e.version from events_open as e where e.stream = given.stream order by e.version desc limit 1),
       (select c.version from closed_streams as c where c.stream = given.stream))`,
  )}`,
  archive: () => ['drop table events_0'],
  versions: 'events',
};
