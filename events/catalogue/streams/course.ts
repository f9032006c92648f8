import { z } from 'zod';
import { courseCategory, courseCode } from '#contract/schemas/courses.ts';
import { defineEvent, type EventOf } from '../define-event.ts';

const facts = z.object({
  code: courseCode,
  name: z.string(),
  duration: z.string(),
  difficulty: z.string(),
  category: courseCategory,
  details: z.string(),
  instructor: z.string(),
  price: z.number(),
  imageUrl: z.string(),
  /** The user who is the course's instructor, beside the free text `instructor`; null for nobody of the school. */
  instructorId: z.uuid().nullable(),
  /** Addresses of the course's own five videos; null: it has the clips of its code. */
  videos: z.array(z.string()).length(5).nullable(),
});
export type CourseFacts = z.infer<typeof facts>;

/** Stream `course-<id>`. */
export const courseEvents = {
  CourseAdded: defineEvent({
    type: 'CourseAdded',
    summary: 'A course was added to the catalogue.',
    schema: facts,
    version: 2,
    // Before, a course had neither an instructor who is a user nor videos of its own.
    upcasters: { 1: (data) => ({ ...data, instructorId: null, videos: null }) },
  }),
  CourseEdited: defineEvent({
    type: 'CourseEdited',
    summary: 'Facts of a course were edited; only what changed is there.',
    schema: z.object({
      changes: facts.partial(),
      /** The version of the stream whose facts were taken back to, where the edit undid others. */
      backTo: z.number().int().positive().optional(),
    }),
    version: 2,
    // More can change now; a reader that does not know of it must not take such an edit for an empty one.
    upcasters: { 1: (data) => data },
  }),
  CourseRemoved: defineEvent({
    type: 'CourseRemoved',
    summary: 'A course left the catalogue.',
    schema: z.object({}),
  }),
  CourseRestored: defineEvent({
    type: 'CourseRestored',
    summary: 'A removed course came back.',
    schema: z.object({}),
  }),
} as const;
export type CourseEvent = EventOf<(typeof courseEvents)[keyof typeof courseEvents]>;

export const courseStream = (id: string) => `course-${id}`;
