import { modulesPerCourse } from '#contract/schemas/enrolments.ts';
import type { VideoPosition } from './tabs/lesson.ts';

const dayInSeconds = 86_400;

const wholeNumber = (text: string | null): number | null =>
  text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;

/** Parses `?module=3&second=84`; the second is optional. Null without a valid module. */
export const parseAddressPosition = (
  search: URLSearchParams,
): { module: number; second: number | null } | null => {
  const module = wholeNumber(search.get('module'));
  if (module === null || module < 1 || module > modulesPerCourse) return null;
  const second = wholeNumber(search.get('second'));
  return { module, second: second !== null && second <= dayInSeconds ? second : null };
};

/**
 * Returns where a lesson opens: at the position in the address (a module without a second resumes at its stored second); otherwise at
 * the stored position; otherwise at the start of the next module.
 */
export const openingPosition = (from: {
  search: URLSearchParams;
  /** The stored playback position, if any. */
  left: VideoPosition | null;
  completedModules: number;
}): VideoPosition => {
  const { left } = from;
  const named = parseAddressPosition(from.search);
  if (named !== null) {
    const secondLeft = left?.module === named.module ? left.second : 0;
    return { module: named.module, second: named.second ?? secondLeft };
  }
  return left ?? { module: Math.min(from.completedModules + 1, modulesPerCourse), second: 0 };
};
