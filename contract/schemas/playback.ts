import { z } from 'zod/mini';
import { courseIdField } from '../fields/course-id.ts';
import { tolerantWholeNumber } from '../fields/text.ts';
import { modulesPerCourse } from './enrolments.ts';

const dayInSeconds = 86_400;

/**
 * Body of PUT /playback: the playback position in a course, given by the enrolment's `_id` or the course's. `secondsAgo`: the
 * age of the position, if it is sent late.
 */
export const newPlayback = z.object({
  enrolmentId: courseIdField,
  module: tolerantWholeNumber('Module', { min: 1, max: modulesPerCourse }),
  second: tolerantWholeNumber('Second', { min: 0, max: dayInSeconds }),
  secondsAgo: z.optional(tolerantWholeNumber('Seconds ago', { min: 0, max: 30 * dayInSeconds })),
});
export type NewPlayback = z.infer<typeof newPlayback>;

/** How many positions a user may send to one command-api per minute. */
export const maxPlaybackUpdatesPerMinute = 6;

/** The last playback position in one course, as GET /playback returns it. */
const playback = z.object({
  enrolmentId: z.uuid(),
  module: z.int().check(z.gte(1), z.lte(modulesPerCourse)),
  second: z.int().check(z.gte(0)),
  at: z.iso.datetime(),
});
export const playbackList = z.array(playback);
export type Playback = z.infer<typeof playback>;
