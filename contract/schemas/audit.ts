import { z } from 'zod/mini';
import { pageLimit, positionCursor } from '../fields/paging.ts';
import { shownLine } from '../fields/text.ts';
import { userType } from './users.ts';

/** The kinds by which the history can be filtered, with their event types. Every event type has at least one kind. */
export const auditKinds = {
  courses: ['CourseAdded', 'CourseEdited', 'CourseRemoved', 'CourseRestored'],
  people: [
    'UserRegistered',
    'UserProfileEdited',
    'UserEmailChanged',
    'UserRoleChanged',
    'UserWishDeclined',
    'UserRemoved',
    'AdminAppointed',
    'AdminDismissed',
  ],
  reviews: ['ReviewSubmitted', 'ReviewRevised', 'ReviewRemoved', 'ReviewRestored'],
  announcements: [
    'AnnouncementPosted',
    'StudentMessagePosted',
    'AnnouncementWithdrawn',
    'AnnouncementRestored',
  ],
  learning: [
    'CourseBookmarked',
    'BookmarkRemoved',
    'StudentEnrolled',
    'StudentLeft',
    'CourseStarted',
    'ModuleCompleted',
    'CertificateIssued',
  ],
  quizzes: ['QuizStarted', 'QuizFinished', 'QuizMarked'],
  notes: ['NoteTaken', 'NoteEdited', 'NoteRemoved', 'NoteRestored'],
  readings: ['PersonalDataRead'],
  exports: ['LogExported', 'LogArchived'],
  removals: ['CourseRemoved', 'UserRemoved', 'ReviewRemoved', 'AnnouncementWithdrawn'],
} as const satisfies Record<string, readonly string[]>;
export type AuditKind = keyof typeof auditKinds;
const auditKind = z.enum(Object.keys(auditKinds) as [AuditKind, ...AuditKind[]], {
  error: `The kind must be one of ${Object.keys(auditKinds).join(', ')}.`,
});

/** The maximum number of entries in one JSON answer. */
export const auditPageLimit = 200;
/** The maximum number of entries in one CSV file. */
export const auditFileLimit = 10_000;

const limitSentence = `The limit must be a whole number from 1 to ${auditPageLimit}, or up to ${auditFileLimit.toLocaleString('en')} with \`format=csv\`.`;
const time = (label: string) =>
  z.iso.datetime({ offset: true, error: `${label} must be a time such as 2026-11-21T08:00:00Z.` });

/** Query of GET /audit: newest first; the header `Next-Cursor` leads to the next, older page. `after`: only newer positions. */
export const auditQuery = z
  .object({
    kind: z.optional(auditKind),
    /** The id of a user. Only events that this user caused or that concern this user. */
    person: z.optional(z.uuid({ error: 'The person must be given by their id.' }).check(z.toLowerCase())),
    /** One record, by its stream: `course-<id>`. */
    record: z.optional(
      z.string({ error: 'The record must be given once.' }).check(
        z.regex(/^(admins|log|[a-z]{1,20}-[0-9a-f-]{36})$/, {
          error: 'The record must be a kind and an id, such as course-<id>.',
        }),
      ),
    ),
    /** Only events between `from` (inclusive) and `to` (exclusive). */
    from: z.optional(time('From')),
    to: z.optional(time('To')),
    after: z.optional(positionCursor),
    /** The id of an Admin. Leaves out the events that record readings of personal data by this Admin. */
    withoutReadingsBy: z.optional(
      z.uuid({ error: '`withoutReadingsBy` must be the id of an Admin.' }).check(z.toLowerCase()),
    ),
    cursor: z.optional(positionCursor),
    limit: z.optional(pageLimit(auditFileLimit, limitSentence)),
    format: z._default(z.enum(['json', 'csv'], { error: 'The format must be json or csv.' }), 'json'),
  })
  .check(
    z.refine(({ limit, format }) => format === 'csv' || limit === undefined || limit <= auditPageLimit, {
      error: limitSentence,
      path: ['limit'],
    }),
  );
export type AuditQuery = z.infer<typeof auditQuery>;

/** A user as the history names them; `name` is null after they were removed. */
const namedPerson = z.object({ _id: z.uuid(), name: z.nullable(shownLine()) });

/**
 * A changed field. `from` and `to` are null where there was or is no value; long texts are cut to the part that differs.
 * `sealed`: the values are personal data, and the history cannot decrypt them. (The name is unrelated to the seals of the log.)
 */
const auditChange = z.object({
  field: z.string(),
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  sealed: z.boolean(),
});
export type AuditChange = z.infer<typeof auditChange>;

const otherEntry = z.object({ position: z.int(), text: shownLine() });

export const auditEntry = z.object({
  position: z.int(),
  at: z.iso.datetime(),
  /** The event's type. */
  type: z.string(),
  /** The actor with their role; null: the system. */
  actor: z.nullable(z.extend(namedPerson, { userType })),
  /** The actor, as text. */
  who: shownLine(),
  /** The action, as text: 'removed course CSE Algorithms'. */
  did: shownLine(),
  /** The user whom the event concerns; null if there is none, or if it is the actor. */
  about: z.nullable(namedPerson),
  /** The event's stream, in the form of the query parameter `record`, and the event's version in the stream. */
  record: z.string(),
  version: z.int(),
  /** The id of the request that caused the event. */
  requestId: z.string(),
  changes: z.array(auditChange),
  /** Other events of the same command: those that this event caused, and (`because`) the event that caused this one. */
  broughtAbout: z.array(otherEntry),
  because: z.nullable(otherEntry),
  /** The effects on other records, as text. */
  consequences: z.array(shownLine()),
  /**
   * How the event can be undone now: a removed record can be restored; a course can be reverted to this version
   * (`take-back`) as long as its current version is `expectedVersion`.
   */
  undo: z.nullable(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('restore') }),
      z.object({ kind: z.literal('take-back'), expectedVersion: z.int() }),
    ]),
  ),
});
export type AuditEntry = z.infer<typeof auditEntry>;
export const auditList = z.array(auditEntry);
