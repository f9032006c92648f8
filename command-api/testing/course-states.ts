import type { CourseState } from '../courses/decide.ts';
import { courseFacts as facts } from './course-facts.ts';

/** A course as decisions about students meet it: in the catalogue, taken out of it, or none at all. */
export const listedCourse = { status: 'listed', facts } as const satisfies CourseState;
export const removedCourse = { status: 'removed', facts } as const satisfies CourseState;
export const unknownCourse: CourseState = { status: 'unknown' };
