import { z } from 'zod';
import { courseIdInBody } from './course-id.ts';
import { modulesOfACourse } from './enrolments.ts';
import { tolerantNumber } from './text.ts';

const dayInSeconds = 86_400;

const whole = (label: string, bounds: { min: number; max: number }) =>
  tolerantNumber(label, bounds).refine(Number.isInteger, { error: `${label} must be a whole number.` });

/**
 * Body of PUT /playback: where a student stands in the videos of a course, named by the enrolment's `_id` or the
 * course's. `secondsAgo` says how long ago that was, for a place that is told late.
 */
export const newPlayback = z.object({
  enrolmentId: courseIdInBody,
  module: whole('Module', { min: 1, max: modulesOfACourse }),
  second: whole('Second', { min: 0, max: dayInSeconds }),
  secondsAgo: whole('Seconds ago', { min: 0, max: 30 * dayInSeconds }).optional(),
});
export type NewPlayback = z.infer<typeof newPlayback>;

/** How many places a minute a person may tell: one every ten seconds, some of them closer together. */
export const playbacksAMinute = 6;

/** The last place in one course, as GET /playback shows it. */
export const playback = z.object({
  enrolmentId: z.uuid(),
  module: z.number().int().min(1).max(modulesOfACourse),
  second: z.number().int().min(0),
  at: z.iso.datetime(),
});
export const playbackList = z.array(playback);
export type Playback = z.infer<typeof playback>;
