import { foldText } from '#contract/fold-text.ts';
import { modulesPerCourse } from '#contract/schemas/enrolments.ts';
import type { RosterQuery, RosterSort, RosterState } from '#contract/schemas/roster.ts';
import type { RosterRow } from './query.ts';

const dayMs = 86_400_000;
const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/** Returns the time of the last activity. Every student has at least enrolled. */
export const lastActivityOf = ({ last_activity_at, enrolled_at }: RosterRow): Date =>
  last_activity_at ?? enrolled_at;

const stateOf = ({ started_at, completed_modules, certified_at }: RosterRow): RosterState => {
  if (certified_at !== null) return 'certified';
  if (completed_modules === modulesPerCourse) return 'completed';
  return started_at === null ? 'not-started' : 'learning';
};

/**
 * Returns the sort key of the progress. Students who have not started come before those who have started but have not
 * completed a module.
 */
const progressOf = (row: RosterRow): number =>
  row.started_at === null ? -1 : row.completed_modules + (row.certified_at === null ? 0 : 1);

const comparators: Record<RosterSort, (a: RosterRow, b: RosterRow) => number> = {
  name: (a, b) => collator.compare(a.name, b.name),
  progress: (a, b) => progressOf(a) - progressOf(b),
  quizzes: (a, b) => (a.percent ?? -1) - (b.percent ?? -1),
  activity: (a, b) => lastActivityOf(a).getTime() - lastActivityOf(b).getTime(),
  enrolled: (a, b) => a.enrolled_at.getTime() - b.enrolled_at.getTime(),
};

type Selection = Pick<RosterQuery, 'search' | 'sort' | 'order' | 'state' | 'inactiveDays'>;

/**
 * Returns the students who match a query, in the requested order. Students with equal keys are sorted by name. Names are folded and
 * sorted here, so that the result does not depend on the locale of the database.
 * @param canSearchEmails whether the reader sees the addresses. To any other reader a search would reveal them.
 */
export const filterStudents = (
  rows: readonly RosterRow[],
  { search, sort, order, state, inactiveDays }: Selection,
  { now, canSearchEmails }: { now: Date; canSearchEmails: boolean },
): RosterRow[] => {
  const text = foldText(search.trim());
  const inactiveSince = inactiveDays === undefined ? null : now.getTime() - inactiveDays * dayMs;
  const found = rows.filter(
    (row) =>
      (state === undefined || stateOf(row) === state) &&
      (inactiveSince === null || lastActivityOf(row).getTime() <= inactiveSince) &&
      (text === '' ||
        foldText(row.name).includes(text) ||
        (canSearchEmails && foldText(row.email).includes(text))),
  );
  const direction = order === 'ascending' ? 1 : -1;
  return found.sort(
    (a, b) =>
      direction * comparators[sort](a, b) ||
      comparators.name(a, b) ||
      (a.enrolment_id < b.enrolment_id ? -1 : 1),
  );
};
