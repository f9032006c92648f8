import { z } from 'zod/mini';

/** The id of a course, or of an enrolment where that is accepted too. In lower case, so that ids can be compared. */
export const courseIdInBody = z.uuid({ error: 'The course id must be a UUID.' }).check(z.toLowerCase());
