import type { RosterState, RosterStudent } from '#contract/schemas/roster.ts';
import { formatStudentCount } from '../../domains/courses/course-format.ts';
import type { RosterFilter } from '../../domains/roster/roster-queries.ts';

export const stateNames: Record<RosterState, string> = {
  'not-started': 'Not started',
  learning: 'Learning',
  completed: 'All modules completed',
  certified: 'Certificate collected',
};

/** Formats a number of days: '1 day', '14 days'. */
export const formatDays = (days: number): string => (days === 1 ? '1 day' : `${days} days`);

const offeredInactivePeriods = [7, 14, 30, 90];

/**
 * Returns the periods in days by which a user can filter, the shortest first.
 * @param current the period in the address, which need not be an offered one; null if there is none.
 */
export const listInactivePeriods = (current: number | null): number[] =>
  [...new Set(current === null ? offeredInactivePeriods : [...offeredInactivePeriods, current])].toSorted(
    (a, b) => a - b,
  );

/** Describes which students a filter finds: 'Learning, no activity for 14 days', 'All students'. */
export const describeFilter = ({
  search,
  state,
  inactiveDays,
}: Pick<RosterFilter, 'search' | 'state' | 'inactiveDays'>): string => {
  const parts = [
    ...(state === null ? [] : [stateNames[state].toLowerCase()]),
    ...(inactiveDays === null ? [] : [`no activity for ${formatDays(inactiveDays)}`]),
    ...(search === '' ? [] : [`found by “${search}”`]),
  ];
  const text = parts.length === 0 ? 'all students' : parts.join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** Returns the text that screen readers announce when the list changes: '60 students found, page 2 of 3'. */
export const describeResult = (total: number, page: number, pageSize: number): string => {
  const found = `${formatStudentCount(total)} found`;
  return total > pageSize ? `${found}, page ${page} of ${Math.ceil(total / pageSize)}` : found;
};

const dayMs = 86_400_000;

/** Formats how long ago something was, in whole days of 24 hours: 'in the last 24 hours', '1 day ago', '12 days ago'. */
export const formatDaysAgo = (time: string, now: number): string => {
  const days = Math.max(0, Math.floor((now - Date.parse(time)) / dayMs));
  if (days === 0) return 'in the last 24 hours';
  return days === 1 ? '1 day ago' : `${days.toLocaleString('en')} days ago`;
};

/** Formats results of quizzes: 'No quizzes', '72% in 3 quizzes'. */
export const formatQuizzes = ({ taken, percent }: RosterStudent['quizzes']): string => {
  if (taken === 0) return 'No quizzes';
  const count = taken === 1 ? '1 quiz' : `${taken} quizzes`;
  return percent === null ? count : `${Math.round(percent)}% in ${count}`;
};
