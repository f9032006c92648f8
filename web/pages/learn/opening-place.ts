import { modulesOfACourse } from '#contract/enrolments.ts';
import type { Place } from './tabs/lesson.ts';

const dayInSeconds = 86_400;

const wholeNumber = (text: string | null): number | null =>
  text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;

/** The place that the address names: `?module=3&second=84`, the second being optional. Null where it names no module. */
export const placeInAddress = (search: URLSearchParams): { module: number; second: number | null } | null => {
  const module = wholeNumber(search.get('module'));
  if (module === null || module < 1 || module > modulesOfACourse) return null;
  const second = wholeNumber(search.get('second'));
  return { module, second: second !== null && second <= dayInSeconds ? second : null };
};

/**
 * Where a lesson opens: at the place in the address; a module in the address without a second goes on at the second where it
 * was left; without either at the place that was left last; else at the beginning of the module that comes next.
 */
export const openingPlace = (from: {
  search: URLSearchParams;
  /** The place that was left last, if any is known. */
  left: Place | null;
  completedModules: number;
}): Place => {
  const { left } = from;
  const named = placeInAddress(from.search);
  if (named !== null) {
    const secondLeft = left?.module === named.module ? left.second : 0;
    return { module: named.module, second: named.second ?? secondLeft };
  }
  return left ?? { module: Math.min(from.completedModules + 1, modulesOfACourse), second: 0 };
};
