import { z } from 'zod';
import { course } from './courses.ts';
import { user, userType } from './users.ts';

const message = <K extends string, D extends z.ZodType>(kind: K, data: D) =>
  z.object({ position: z.number().int(), kind: z.literal(kind), data });

/** What the server pushes; each message carries the log's position that it comes from, and has a GET that gives the same. */
export const liveMessage = z.discriminatedUnion('kind', [
  message('course-added', course),
  message('course-changed', course),
  message('course-removed', z.object({ _id: z.uuid() })),
  message('course-restored', course),
  message('user-registered', user),
  message('user-changed', user),
  message('user-removed', z.object({ _id: z.uuid() })),
  /** To the person concerned, on all their devices: the role is another now (null: the account was removed). */
  message('own-role-changed', z.object({ userType: userType.nullable() })),
]);
export type LiveMessage = z.infer<typeof liveMessage>;
export type LiveMessageKind = LiveMessage['kind'];

/** What a client says when it connects: `socket.auth`. */
export const liveHandshake = z.object({
  token: z.string().max(8_000).optional(),
  /** The last position that this client has seen and the log it belongs to: it gets what it missed since. */
  since: z.number().int().nonnegative().optional(),
  logId: z.uuid().optional(),
});
export type LiveHandshake = z.infer<typeof liveHandshake>;

/** Sent once after connecting, after what was missed: the client now stands at this position of this log. */
export const liveWelcome = z.object({
  position: z.number().int(),
  logId: z.uuid(),
  /** True when too much was missed (or the log is another): what is shown must be fetched again. */
  refetch: z.boolean(),
});
export type LiveWelcome = z.infer<typeof liveWelcome>;

/** Socket.IO event names and their arguments, for both sides. */
export type ServerToClient = {
  message: (message: LiveMessage) => void;
  welcome: (welcome: LiveWelcome) => void;
  /** The token has run out: send a new one with `authenticate`, else the socket goes on as a visitor's. */
  'sign-in-again': () => void;
};
export type ClientToServer = {
  authenticate: (token: string | null, done: (welcome: LiveWelcome | { error: string }) => void) => void;
};
