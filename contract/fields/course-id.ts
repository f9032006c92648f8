import { z } from 'zod/mini';

/** The id of a course. Some endpoints also accept the id of an enrolment. The id is converted to lower case, so that ids can be compared. */
export const courseIdField = z.uuid({ error: 'The course id must be a UUID.' }).check(z.toLowerCase());
