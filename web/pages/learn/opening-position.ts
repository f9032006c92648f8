import { modulesPerCourse } from '#contract/schemas/enrolments.ts';
import type { VideoPosition } from '../../domains/videos/video-position.ts';

/** The last second that the server accepts: a day after the beginning. */
const maxSecond = 86_400;

const parseWholeNumber = (text: string | null): number | null =>
  text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;

/** Parses `?module=3&second=84`; the second is optional. Returns null if there is no valid module. */
export const parseAddressPosition = (
  search: URLSearchParams,
): { module: number; second: number | null } | null => {
  const module = parseWholeNumber(search.get('module'));
  if (module === null || module < 1 || module > modulesPerCourse) return null;
  const second = parseWholeNumber(search.get('second'));
  return { module, second: second !== null && second <= maxSecond ? second : null };
};

/**
 * Returns where a lesson opens: at the position in the address, otherwise at the stored position, otherwise at the start of the
 * next module. If the address names only a module, the module resumes at its stored second, or else starts at its beginning.
 */
export const findOpeningPosition = (options: {
  search: URLSearchParams;
  /** The stored playback position, if any. */
  stored: VideoPosition | null;
  completedModules: number;
}): VideoPosition => {
  const { stored } = options;
  const requested = parseAddressPosition(options.search);
  if (requested !== null) {
    const storedSecond = stored?.module === requested.module ? stored.second : 0;
    return { module: requested.module, second: requested.second ?? storedSecond };
  }
  return stored ?? { module: Math.min(options.completedModules + 1, modulesPerCourse), second: 0 };
};
