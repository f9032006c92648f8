import { z } from 'zod';
import { courseCategory, courseCode } from '#contract/schemas/courses.ts';
import { defineEvent, type EventOf } from '../define-event.ts';

const courseFields = z.object({
  code: courseCode,
  name: z.string(),
  duration: z.string(),
  difficulty: z.string(),
  category: courseCategory,
  details: z.string(),
  instructor: z.string(),
  price: z.number(),
  imageUrl: z.string(),
  /** The teacher's user id; null if only the free text `instructor` names the teacher. */
  instructorId: z.uuid().nullable(),
  /** URLs of the five videos; null: the lesson clips of the course code. */
  videos: z.array(z.string()).length(5).nullable(),
});
export type CourseFields = z.infer<typeof courseFields>;

/** Stream `course-<id>`. */
export const courseEvents = {
  CourseAdded: defineEvent({
    type: 'CourseAdded',
    summary: 'A course was added to the catalogue.',
    schema: courseFields,
    version: 2,
    // In version 1 a course had neither a teacher nor videos of its own.
    upcasters: { 1: (data) => ({ ...data, instructorId: null, videos: null }) },
  }),
  CourseEdited: defineEvent({
    type: 'CourseEdited',
    summary: 'A course was edited; the event holds only the fields that changed.',
    schema: z.object({
      changes: courseFields.partial(),
      /** If the edit reverted the course: the stream version whose values it restored. */
      backTo: z.number().int().positive().optional(),
    }),
    version: 2,
    // Since version 2 more fields can change. An older release must not mistake an edit of these fields for an empty edit.
    upcasters: { 1: (data) => data },
  }),
  CourseRemoved: defineEvent({
    type: 'CourseRemoved',
    summary: 'A course was removed from the catalogue.',
    schema: z.object({}),
  }),
  CourseRestored: defineEvent({
    type: 'CourseRestored',
    summary: 'A removed course was restored.',
    schema: z.object({}),
  }),
};
export type CourseEvent = EventOf<(typeof courseEvents)[keyof typeof courseEvents]>;

export const courseStream = (id: string) => `course-${id}`;
