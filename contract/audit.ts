import { z } from 'zod';
import { pageLimit, positionInList } from './paging.ts';
import { userType } from './users.ts';

/** What a history can be kept to: a name, and the types of events. Every type stands in one at least. */
export const auditKinds = {
  courses: ['CourseAdded', 'CourseEdited', 'CourseRemoved', 'CourseRestored'],
  people: [
    'UserRegistered',
    'UserProfileEdited',
    'UserRoleChanged',
    'UserWishDeclined',
    'UserRemoved',
    'AdminAppointed',
    'AdminDismissed',
  ],
  reviews: ['ReviewSubmitted', 'ReviewRevised', 'ReviewRemoved', 'ReviewRestored'],
  announcements: ['AnnouncementPosted', 'AnnouncementWithdrawn', 'AnnouncementRestored'],
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
  exports: ['LogExported'],
  removals: ['CourseRemoved', 'UserRemoved', 'ReviewRemoved', 'AnnouncementWithdrawn'],
} as const satisfies Record<string, readonly string[]>;
export type AuditKind = keyof typeof auditKinds;
const auditKind = z.enum(Object.keys(auditKinds) as [AuditKind, ...AuditKind[]], {
  error: `The kind must be one of ${Object.keys(auditKinds).join(', ')}.`,
});

/** Entries of an answer at most, and of a file. */
export const auditAtOnce = 200;
export const auditInFile = 10_000;

const limitSentence = `The limit must be a whole number from 1 to ${auditAtOnce}, or to ${auditInFile} of a file.`;
const time = (label: string) =>
  z.iso.datetime({ offset: true, error: `${label} must be a time such as 2026-11-21T08:00:00Z.` });

/**
 * Query of GET /audit: newest first; the header `Next-Cursor` says where an older page begins. With `after` only what
 * came after a position.
 */
export const auditQuery = z
  .object({
    kind: auditKind.optional(),
    /** What a person did, and what was done about them. */
    person: z.uuid({ error: 'The person must be an id.' }).toLowerCase().optional(),
    /** One record, by the name of its stream: `course-<id>`. */
    record: z
      .string()
      .regex(/^(admins|log|[a-z]{1,20}-[0-9a-f-]{36})$/, {
        error: 'The record must be a kind and an id, such as course-<id>.',
      })
      .optional(),
    /** From this time on; up to that, without it. */
    from: time('From').optional(),
    to: time('To').optional(),
    after: positionInList.optional(),
    /** A person's id: without what was recorded because they read themselves. */
    withoutReadingsBy: z.uuid({ error: 'Without readings by must be an id.' }).toLowerCase().optional(),
    cursor: positionInList.optional(),
    limit: pageLimit(auditInFile, limitSentence).optional(),
    format: z.enum(['json', 'csv'], { error: 'The format must be json or csv.' }).default('json'),
  })
  .refine(({ limit, format }) => format === 'csv' || limit === undefined || limit <= auditAtOnce, {
    error: limitSentence,
    path: ['limit'],
  });
export type AuditQuery = z.infer<typeof auditQuery>;

/** A person as a history names them; `name` is null once they were removed. */
const namedPerson = z.object({ _id: z.uuid(), name: z.string().nullable() });

/**
 * A field that is another since. Null: it was or is not there. Long texts are cut to what differs. `sealed`: the words are
 * personal and were not kept where a history could read them.
 */
export const auditChange = z.object({
  field: z.string(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  sealed: z.boolean(),
});
export type AuditChange = z.infer<typeof auditChange>;

const otherEntry = z.object({ position: z.number().int(), text: z.string() });

export const auditEntry = z.object({
  position: z.number().int(),
  at: z.iso.datetime(),
  /** The event's type. */
  type: z.string(),
  /** Who did it, and in which role; null: the school itself. */
  actor: namedPerson.extend({ userType }).nullable(),
  /** Who did it, in words. */
  who: z.string(),
  /** What they did, in words: 'removed course CSE Algorithms'. */
  did: z.string(),
  /** Whom it was about, where that is somebody else. */
  about: namedPerson.nullable(),
  /** The stream, as the query's `record` takes it, and which version of it this is. */
  record: z.string(),
  version: z.number().int(),
  /** Of the request that did it. */
  requestId: z.string(),
  changes: z.array(auditChange),
  /** What the same act brought about besides, or was brought about by. */
  broughtAbout: z.array(otherEntry),
  because: otherEntry.nullable(),
  /** What became of other records by it, in words. */
  consequences: z.array(z.string()),
  /**
   * How it can be undone as things stand: what was removed is restored, a course is taken back to how it was after this
   * version, as long as it still stands at `expectedVersion`.
   */
  undo: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('restore') }),
      z.object({ kind: z.literal('take-back'), expectedVersion: z.number().int() }),
    ])
    .nullable(),
});
export type AuditEntry = z.infer<typeof auditEntry>;
export const auditList = z.array(auditEntry);
