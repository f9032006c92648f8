import type { CourseFields } from '#contract/schemas/courses.ts';

/** A course of the demo school; `slug` names its picture in `web/public/courses/`. */
export type DemoCourse = Omit<CourseFields, 'imageUrl'> & { slug: string };

/** Texts are written in lines of a readable width; a course shows them as one paragraph. */
export const paragraph = (text: string): string => text.trim().replace(/\s*\n\s*/g, ' ');
