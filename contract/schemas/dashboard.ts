import { z } from 'zod/mini';
import { shownLine } from '../fields/text.ts';
import { userType } from './users.ts';

/** How many minutes the dashboard covers, and the maximum lengths of its lists. */
export const dashboardLimits = { minutes: 60, newest: 20, courses: 10, nodes: 20 } as const;

const count = z.int().check(z.nonnegative());

/** A snapshot of the current activity, as GET /dashboard returns it to Admins. `at`: when it was taken. */
export const dashboard = z.object({
  at: z.iso.datetime(),
  /** Connected users, each counted once. */
  people: count,
  /** Connections without a registered user. */
  visitors: count,
  /** All connections. */
  sockets: count,
  /** Users who are learning now, each counted once. */
  learners: count,
  /** The courses with the most learners. */
  learning: z.array(z.object({ courseId: z.uuid(), courseName: shownLine(), learning: count })),
  /** The read-api nodes, oldest first. */
  nodes: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      since: z.iso.datetime(),
      people: count,
      visitors: count,
      sockets: count,
    }),
  ),
  /**
   * How many events were appended in each minute, and by how many commands, oldest first; the last minute is still in progress.
   * Null for minutes that were not counted, because too many events have been appended since.
   */
  minutes: z.array(
    z.object({ at: z.iso.datetime(), commands: z.nullable(count), events: z.nullable(count) }),
  ),
  /** The last position of the log. */
  head: count,
  /**
   * For each read model: how many events it lacks, how many seconds ago the first of them was appended, and how many
   * of its streams are parked.
   */
  models: z.array(z.object({ model: z.string(), behind: count, seconds: count, parked: count })),
  /** The newest events, newest first, with their actor but without their data. */
  newest: z.array(
    z.object({
      position: count,
      at: z.iso.datetime(),
      type: z.string(),
      /** The kind of record: 'course', 'review'. */
      kind: z.string(),
      /** Null if the system caused the event. `name` is null if the user was removed. */
      actor: z.nullable(z.object({ name: z.nullable(shownLine()), role: userType })),
    }),
  ),
});
export type Dashboard = z.infer<typeof dashboard>;
