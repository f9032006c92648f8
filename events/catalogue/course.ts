import { z } from 'zod';
import { courseCategory, courseCode } from '#events/contract/courses.ts';
import { defineEvent, type EventOf } from './define-event.ts';

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
});
export type CourseFacts = z.infer<typeof facts>;

/** Stream `course-<id>`. */
export const courseEvents = {
  CourseAdded: defineEvent({
    type: 'CourseAdded',
    summary: 'A course was added to the catalogue.',
    schema: facts,
  }),
  CourseEdited: defineEvent({
    type: 'CourseEdited',
    summary: 'Facts of a course were edited; only what changed is there.',
    schema: z.object({ changes: facts.partial() }),
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
