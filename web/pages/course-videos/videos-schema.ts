import { z } from 'zod/mini';
import { modulesPerCourse } from '#contract/schemas/enrolments.ts';
import { videoAddress } from '#contract/schemas/videos.ts';

/** The module numbers, 1 to 5. */
export const modules: readonly number[] = Array.from({ length: modulesPerCourse }, (_, index) => index + 1);

const isBlank = (text: string) => text.trim() === '';

/** Returns whether all fields are empty, so that the lesson clips play. */
export const areAllBlank = (addresses: readonly string[]): boolean => addresses.every(isBlank);

// `z.tuple` requires a first element, and the compiler does not know that there is one. `z.never()` stands for the impossible case.
const [firstAddress, ...otherAddresses] = modules.map((module) => videoAddress(`Module ${module}`));
const fiveAddresses = firstAddress ? z.tuple([firstAddress, ...otherAddresses]) : z.never();

/**
 * Converts the five fields into the body of PUT /courses/{id}/videos: null if all are empty. Otherwise every field must be a valid
 * address. Error messages name the module.
 */
export const videosSchema = z.object({
  videos: z.pipe(
    z.pipe(
      z.array(z.string()),
      z.transform((addresses) => (areAllBlank(addresses) ? null : addresses)),
    ),
    z.nullable(fiveAddresses),
  ),
});
export type VideoFields = z.input<typeof videosSchema>;
export type CourseVideosBody = z.output<typeof videosSchema>;

/** Converts a course's videos into the values of the five fields. */
export const toVideoFields = (videos: readonly string[] | null): string[] =>
  modules.map((module) => videos?.[module - 1] ?? '');

export const areSameVideos = (a: readonly string[], b: readonly string[]): boolean =>
  modules.every((_, index) => a[index] === b[index]);

/** Returns the fields as the server saves them: without the spaces around the addresses. If a field is invalid, all fields stay as they are. */
export const toSavedFields = (fields: readonly string[]): string[] => {
  const { data } = videosSchema.safeParse({ videos: fields });
  return data ? toVideoFields(data.videos) : [...fields];
};
