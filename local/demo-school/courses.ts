import { z } from 'zod';
import { omit } from 'zod/mini';
import { courseFields } from '#contract/schemas/courses.ts';
import courses from './content/courses.json' with { type: 'json' };

/** A course of the demo school; `slug` names its picture in `web/public/courses/`. */
const demoCourse = z.strictObject({ slug: z.string(), ...omit(courseFields, { imageUrl: true }).shape });
export type DemoCourse = z.infer<typeof demoCourse>;

/** The courses of all ten departments. */
export const demoCourses: readonly DemoCourse[] = z.array(demoCourse).parse(courses);
