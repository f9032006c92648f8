import { type Kysely, sql } from 'kysely';
import { streamId, streamKind } from '#events/catalogue/stream-id.ts';
import { adminsStream } from '#events/catalogue/streams/admins.ts';
import { userStream } from '#events/catalogue/streams/user.ts';
import type { LogReader, RecordedEvent } from '#events/log/log.ts';
import { actorOf, findDescribedPerson, findNamedTeacher } from '#events/log/person-of-event.ts';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import {
  type CourseDependents,
  type EventContext,
  isOfRemovalList,
  type ReviewText,
} from './event-context.ts';

type Tables = Kysely<ReadTables>;
export type HistoryLog = Pick<LogReader, 'readAt' | 'readStreams'>;

/**
 * The events of one command are at consecutive positions. The first and the last are at most this far apart, except in a command of
 * the removal list.
 */
const maxDistanceInCommand = 3;
/** Kinds of streams whose other events show what an event changed and whether it can be undone. */
const kindsWithContext: ReadonlySet<string> = new Set(['course', 'review', 'announcement']);
/**
 * To count the records of a removed user, at most this many rows of `read.audit` with the user as actor are read, and as many that are
 * about the user.
 */
const maxCountedEvents = 20_000;
/** How the events about a user change the number of the user's records. Each of these events describes the owner of the record. */
const countedTypes: readonly { type: RecordedEvent['type']; kind: string; change: 1 | -1 }[] = [
  { type: 'StudentEnrolled', kind: 'enrolment', change: 1 },
  { type: 'StudentLeft', kind: 'enrolment', change: -1 },
  { type: 'CourseBookmarked', kind: 'bookmark', change: 1 },
  { type: 'BookmarkRemoved', kind: 'bookmark', change: -1 },
  { type: 'ReviewSubmitted', kind: 'review', change: 1 },
  { type: 'ReviewRemoved', kind: 'review', change: -1 },
  { type: 'ReviewRestored', kind: 'review', change: 1 },
  { type: 'NoteTaken', kind: 'note', change: 1 },
  { type: 'NoteRemoved', kind: 'note', change: -1 },
  { type: 'NoteRestored', kind: 'note', change: 1 },
  { type: 'QuizStarted', kind: 'quiz', change: 1 },
];

const unique = (ids: readonly string[]) => [...new Set(ids)];
const idsOf = (events: readonly RecordedEvent[], type: RecordedEvent['type']) =>
  unique(events.filter((event) => event.type === type).map(({ stream }) => streamId(stream)));

/**
 * Returns the events about users whom the removal list has removed, from their own streams and the list of Admins. One command of the
 * removal list may write hundreds of events, so the removal and the dismissal of an Admin may be far apart.
 */
const loadEventsOfRepeatedRemovals = async (
  log: HistoryLog,
  events: readonly RecordedEvent[],
): Promise<RecordedEvent[]> => {
  const personIds = events.filter(isOfRemovalList).map(findDescribedPerson);
  if (personIds.length === 0) return [];
  const streams = [adminsStream, ...unique(personIds.filter((id) => id !== null)).map(userStream)];
  const found = await log.readStreams(streams.map((stream) => ({ stream, afterVersion: 0 })));
  return found.flat().filter((event) => personIds.includes(findDescribedPerson(event)));
};

const loadEventsByCommand = async (
  log: HistoryLog,
  events: readonly RecordedEvent[],
): Promise<EventContext['eventsByCommand']> => {
  const commandIds = new Set(events.map(({ commandId }) => commandId));
  const nearby = new Set<number>();
  for (const { position } of events)
    for (let offset = -maxDistanceInCommand; offset <= maxDistanceInCommand; offset += 1)
      if (position + offset > 0) nearby.add(position + offset);
  const [eventsNearby, eventsOfRemovals] = await Promise.all([
    log.readAt([...nearby]),
    loadEventsOfRepeatedRemovals(log, events),
  ]);
  const distant = eventsOfRemovals.filter(({ position }) => !nearby.has(position));
  const found = [...eventsNearby, ...distant]
    .filter(({ commandId }) => commandIds.has(commandId))
    .toSorted((a, b) => a.position - b.position);
  return Map.groupBy(found, ({ commandId }) => commandId);
};

const loadStreams = async (
  log: HistoryLog,
  events: readonly RecordedEvent[],
): Promise<EventContext['streams']> => {
  const names = unique(
    events.map(({ stream }) => stream).filter((stream) => kindsWithContext.has(streamKind(stream))),
  );
  const streams = await log.readStreams(names.map((stream) => ({ stream, afterVersion: 0 })));
  return new Map(names.map((name, index) => [name, streams[index] ?? []]));
};

const loadUserNames = async (
  tables: Tables,
  events: readonly RecordedEvent[],
  streams: EventContext['streams'],
): Promise<EventContext['userNames']> => {
  const ids = [
    ...events.flatMap((event) => [actorOf(event), findDescribedPerson(event)]),
    ...[...streams.values()].flat().map(findNamedTeacher),
  ].filter((id) => id !== null);
  const rows = await tables
    .selectFrom('users')
    .select(['id', 'name'])
    .where('id', '=', sql<string>`any(${unique(ids)}::uuid[])`)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
};

const loadCourseLabels = async (
  tables: Tables,
  events: readonly RecordedEvent[],
): Promise<EventContext['courses']> => {
  const ids = events.flatMap(({ data }) =>
    'courseId' in data && data.courseId !== null ? data.courseId : [],
  );
  const rows = await tables
    .selectFrom('courses')
    .select(['id', 'code', 'name'])
    .where('id', '=', sql<string>`any(${unique(ids)}::uuid[])`)
    .execute();
  return new Map(rows.map(({ id, code, name }) => [id, { code, name }]));
};

const loadReviewTexts = async (
  tables: Tables,
  events: readonly RecordedEvent[],
): Promise<ReadonlyMap<string, ReviewText>> => {
  const ids = events
    .filter(({ stream }) => streamKind(stream) === 'review')
    .map(({ stream }) => streamId(stream));
  const rows = await tables
    .selectFrom('reviews')
    .select([
      'id',
      'comment',
      sql<number>`reviewed_position::float8`.as('writtenAt'),
      sql<number>`position::float8`.as('changedAt'),
    ])
    .where('id', '=', sql<string>`any(${unique(ids)}::uuid[])`)
    .execute();
  return new Map(rows.map(({ id, ...text }) => [id, text]));
};

const countCourseDependents = async (
  tables: Tables,
  events: readonly RecordedEvent[],
): Promise<EventContext['courseDependents']> => {
  const ids = idsOf(events, 'CourseRemoved');
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string } & CourseDependents>`
    select course.id,
      (select count(*)::int from bookmarks where course_id = course.id) as bookmarks,
      (select count(*)::int from reviews where course_id = course.id and not removed) as reviews,
      (select count(*)::int from enrolments where course_id = course.id and not has_left) as enrolled
    from unnest(${ids}::uuid[]) as course(id)`.execute(tables);
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
};

/**
 * Counts the records of removed users by kind of stream, without records that had already been removed. A record exists if it was
 * created or restored more often than it was removed. So the types in `read.audit` are enough, and no event has to be read.
 */
const countErasedRecords = async (
  tables: Tables,
  events: readonly RecordedEvent[],
): Promise<EventContext['erasedRecords']> => {
  const ids = idsOf(events, 'UserRemoved');
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ person: string; kind: string; count: number }>`
    select person, counted.kind, sum(counted.change)::int as count
    from unnest(${ids}::uuid[]) as removed(person)
    cross join lateral (
      (select type from (
        select type, about_id from audit where actor_id = person order by position desc limit ${maxCountedEvents}) as act
        where about_id is null)
      union all
      (select type from audit where about_id = person order by position desc limit ${maxCountedEvents})
    ) as own
    join unnest(${countedTypes.map(({ type }) => type)}::text[], ${countedTypes.map(({ kind }) => kind)}::text[],
      ${countedTypes.map(({ change }) => change)}::int[]) as counted(type, kind, change) on counted.type = own.type
    group by person, counted.kind`.execute(tables);
  return new Map(
    [...Map.groupBy(rows, ({ person }) => person)].map(([person, rowsOfPerson]) => [
      person,
      new Map(rowsOfPerson.map(({ kind, count }) => [kind, Math.max(0, count)])),
    ]),
  );
};

/** Loads the context of a page of events. */
export const loadEventContext = async (
  tables: Tables,
  log: HistoryLog,
  events: readonly RecordedEvent[],
): Promise<EventContext> => {
  const [eventsByCommand, streams] = await Promise.all([
    loadEventsByCommand(log, events),
    loadStreams(log, events),
  ]);
  const shown = [...events, ...[...eventsByCommand.values()].flat()];
  const [userNames, courses, reviewTexts, courseDependents, erasedRecords] = await Promise.all([
    loadUserNames(tables, shown, streams),
    loadCourseLabels(tables, shown),
    loadReviewTexts(tables, events),
    countCourseDependents(tables, events),
    countErasedRecords(tables, events),
  ]);
  return { userNames, courses, streams, reviewTexts, eventsByCommand, courseDependents, erasedRecords };
};
