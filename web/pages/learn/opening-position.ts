import { modulesPerCourse } from '#contract/schemas/enrolments.ts';
import type { VideoPosition } from '../../domains/videos/video-position.ts';

const dayInSeconds = 86_400;

const wholeNumber = (text: string | null): number | null =>
  text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;

/** Parses `?module=3&second=84`; the second is optional. Returns null if there is no valid module. */
export const parseAddressPosition = (
  search: URLSearchParams,
): { module: number; second: number | null } | null => {
  const module = wholeNumber(search.get('module'));
  if (module === null || module < 1 || module > modulesPerCourse) return null;
  const second = wholeNumber(search.get('second'));
  return { module, second: second !== null && second <= dayInSeconds ? second : null };
};

/**
 * Returns where a lesson opens: at the position in the address (a module without a second resumes at its stored second);
 * otherwise at the stored position; otherwise at the start of the next module.
 */
export const openingPosition = (options: {
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
