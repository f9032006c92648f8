import { z } from 'zod';

/** The id of a course in a body, in the form in which ids are compared. */
export const courseIdInBody = z.uuid({ error: 'The course id must be a UUID.' }).toLowerCase();
