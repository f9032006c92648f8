import { z } from 'zod';
import { userType } from './users.ts';

/** How far back the dashboard counts, and how much it lists at most. */
export const dashboardLimits = { minutes: 60, newest: 20, courses: 10, nodes: 20 } as const;

const count = z.number().int().nonnegative();

/** What happens in the school at this moment, as GET /dashboard answers: for Admins, whole, as it stands at `at`. */
export const dashboard = z.object({
  at: z.iso.datetime(),
  /** People who are signed in and connected, each once; and connections at which nobody registered sits. */
  people: count,
  visitors: count,
  sockets: count,
  /** People who learn some course now, each once, and the courses in which most are. */
  learners: count,
  learning: z.array(z.object({ courseId: z.uuid(), courseName: z.string(), learning: count })),
  /** The nodes of the read-api, the oldest first. */
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
   * What the log took in, by the minute, oldest first; the last one is under way. Commands that changed something, and the
   * events that they wrote; null for a minute so far back that too much has happened since to be counted.
   */
  minutes: z.array(z.object({ at: z.iso.datetime(), commands: count.nullable(), events: count.nullable() })),
  /** The last position of the log. */
  head: count,
  /** How far each read model is behind it: in events, and in seconds since the first of these. `parked`: its streams that wait. */
  models: z.array(z.object({ model: z.string(), behind: count, seconds: count, parked: count })),
  /** What happened last, the newest first: that it did and who did it, nothing of what it says. */
  newest: z.array(
    z.object({
      position: count,
      at: z.iso.datetime(),
      type: z.string(),
      /** What it happened to: 'course', 'review'. */
      kind: z.string(),
      /** Who did it; `name` is null where the person was removed. Null as a whole: a part of the product did. */
      actor: z.object({ name: z.string().nullable(), role: userType }).nullable(),
    }),
  ),
});
export type Dashboard = z.infer<typeof dashboard>;
