import { type Kysely, sql } from 'kysely';
import { streamId, streamKind } from '#events/catalogue/stream-id.ts';
import type { LogReader, RecordedEvent } from '#events/log/log.ts';
import { personAbout } from '#events/log/person-of-event.ts';
import type { ReadTables } from '#platform/read-tables/tables.ts';
import type { HangsOn, ReviewWords, Surroundings } from './surroundings.ts';

type Tables = Kysely<ReadTables>;
export type History = Pick<LogReader, 'readAt' | 'readStreams'>;

/** An act writes a few events, side by side. */
const reach = 3;
/** Whose earlier versions say what an event changed, or whether it can be undone. */
const wholeStreams: ReadonlySet<string> = new Set(['course', 'review', 'announcement']);
/** Of so many acts of a removed person at most it is counted what went with them. */
const mostCounted = 20_000;

const unique = (ids: readonly string[]) => [...new Set(ids)];
const idsIn = (events: readonly RecordedEvent[], type: RecordedEvent['type']) =>
  unique(events.filter((event) => event.type === type).map(({ stream }) => streamId(stream)));

const actsOf = async (
  log: History,
  events: readonly RecordedEvent[],
): Promise<ReadonlyMap<string, readonly RecordedEvent[]>> => {
  const commands = new Set(events.map(({ commandId }) => commandId));
  const near = new Set<number>();
  for (const { position } of events)
    for (let step = -reach; step <= reach; step += 1) if (position + step > 0) near.add(position + step);
  const found = (await log.readAt([...near])).filter(({ commandId }) => commands.has(commandId));
  return Map.groupBy(found, ({ commandId }) => commandId);
};

const peopleIn = (events: readonly RecordedEvent[]): string[] =>
  unique(
    events.flatMap((event) => {
      const { actor } = event.metadata;
      return [actor !== null && 'id' in actor ? actor.id : null, personAbout(event)].filter(
        (id) => id !== null,
      );
    }),
  );

/** Those who are named as instructors of the courses, now or once. */
const instructorsIn = (streams: Surroundings['streams']): string[] =>
  [...streams.values()].flat().flatMap((event) => {
    if (event.type === 'CourseAdded') return event.data.instructorId ?? [];
    return event.type === 'CourseEdited' ? (event.data.changes.instructorId ?? []) : [];
  });

const namesOf = async (tables: Tables, ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const rows = await tables
    .selectFrom('users')
    .select(['id', 'name'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
};

const coursesNamed = async (tables: Tables, events: readonly RecordedEvent[]) => {
  const ids = unique(
    events.flatMap((event) =>
      'courseId' in event.data && event.data.courseId !== null ? event.data.courseId : [],
    ),
  );
  const rows = await tables
    .selectFrom('courses')
    .select(['id', 'code', 'name'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  return new Map(rows.map(({ id, code, name }) => [id, { code, name }]));
};

const reviewWords = async (
  tables: Tables,
  events: readonly RecordedEvent[],
): Promise<ReadonlyMap<string, ReviewWords>> => {
  const ids = unique(
    events.filter(({ stream }) => streamKind(stream) === 'review').map(({ stream }) => streamId(stream)),
  );
  const rows = await tables
    .selectFrom('reviews')
    .select([
      'id',
      'comment',
      sql<number>`reviewed_position::float8`.as('written'),
      sql<number>`position::float8`.as('changed'),
    ])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  return new Map(
    rows.map(({ id, comment, written, changed }) => [
      id,
      { comment, writtenAt: written, changedAt: changed },
    ]),
  );
};

const hangingOn = async (
  tables: Tables,
  events: readonly RecordedEvent[],
): Promise<ReadonlyMap<string, HangsOn>> => {
  const ids = idsIn(events, 'CourseRemoved');
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string } & HangsOn>`
    select course.id,
      (select count(*)::int from bookmarks where course_id = course.id) as bookmarks,
      (select count(*)::int from reviews where course_id = course.id and not removed) as reviews,
      (select count(*)::int from enrolments where course_id = course.id and not has_left) as enrolled
    from unnest(${ids}::uuid[]) as course(id)`.execute(tables);
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
};

/** A record went with its person if the last that was written about it did not take it away before. */
const goneWith = async (
  tables: Tables,
  events: readonly RecordedEvent[],
): Promise<Surroundings['wentWith']> => {
  const ids = idsIn(events, 'UserRemoved');
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ person: string; kind: string; count: number }>`
    select person, kind, count(*)::int as count
    from unnest(${ids}::uuid[]) as removed(person)
    cross join lateral (
      select distinct on (event.stream) split_part(event.stream, '-', 1) as kind, event.type
      from (
        (select position from audit where actor_id = person order by position desc limit ${mostCounted})
        union all
        (select position from audit where about_id = person order by position desc limit ${mostCounted})
      ) as own join log.events as event using (position)
      order by event.stream, event.version desc
    ) as last
    where type not in ('BookmarkRemoved', 'StudentLeft', 'ReviewRemoved', 'NoteRemoved')
    group by person, kind`.execute(tables);
  const persons = Map.groupBy(rows, ({ person }) => person);
  return new Map(
    [...persons].map(([person, of]) => [person, new Map(of.map(({ kind, count }) => [kind, count]))]),
  );
};

/** Fetches what a page of events is told with: a fixed number of queries, however long the page is. */
export const gather = async (
  tables: Tables,
  log: History,
  events: readonly RecordedEvent[],
): Promise<Surroundings> => {
  const names = unique(
    events.map(({ stream }) => stream).filter((stream) => wholeStreams.has(streamKind(stream))),
  );
  const [acts, whole] = await Promise.all([
    actsOf(log, events),
    log.readStreams(names.map((stream) => ({ stream, afterVersion: 0 }))),
  ]);
  const streams = new Map(names.map((name, index) => [name, whole[index] ?? []]));
  const all = [...events, ...[...acts.values()].flat()];
  const [people, courses, reviews, hangsOn, wentWith] = await Promise.all([
    namesOf(tables, unique([...peopleIn(all), ...instructorsIn(streams)])),
    coursesNamed(tables, all),
    reviewWords(tables, events),
    hangingOn(tables, events),
    goneWith(tables, events),
  ]);
  return { people, courses, streams, reviews, acts, hangsOn, wentWith };
};
