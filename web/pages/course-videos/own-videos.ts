import { z } from 'zod';
import { modulesOfACourse } from '#contract/enrolments.ts';
import { videoAddress } from '#contract/videos.ts';

/** 1 to 5. */
export const modules: readonly number[] = Array.from({ length: modulesOfACourse }, (_, index) => index + 1);

const isBlank = (text: string) => text.trim() === '';

/** Whether nothing of the course's own is typed: the clips of its code play. */
export const areNone = (typed: readonly string[]): boolean => typed.every(isBlank);

const [first, ...others] = modules.map((module) => videoAddress(`Module ${module}`));
const five = first ? z.tuple([first, ...others]) : z.never();

/**
 * What the five lines hold, as PUT /courses/{id}/videos takes it: all blank is null, else each must be an address; what is wrong
 * is said by the name of its line.
 */
export const ownVideos = z.object({
  videos: z
    .array(z.string())
    .transform((typed) => (areNone(typed) ? null : typed))
    .pipe(five.nullable()),
});
export type TypedVideos = z.input<typeof ownVideos>;
export type OwnVideos = z.output<typeof ownVideos>;

/** A course's own videos as the five lines show them. */
export const typedVideos = (videos: readonly string[] | null): string[] =>
  modules.map((module) => videos?.[module - 1] ?? '');

export const areSame = (one: readonly string[], other: readonly string[]): boolean =>
  modules.every((_, index) => one[index] === other[index]);
