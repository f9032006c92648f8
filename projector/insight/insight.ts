import type { RecordedEvent } from '#events/log/log.ts';
import type {
  InsightAttemptsTable,
  InsightCoursesTable,
  InsightEventsTable,
  InsightQuartersTable,
  InsightQuestionsTable,
} from '#platform/read-tables/insight.ts';
import type { ProjectedTable, Projection } from '../projection/projection.ts';
import type { Tables } from '../projection/tables.ts';
import { count, countedTypes, quizzesAsked } from './count.ts';

const columnsOf = <R>(columns: Record<keyof R, true>): string[] => Object.keys(columns);

const events: ProjectedTable = {
  name: 'insight_events',
  key: 'position',
  columns: columnsOf<InsightEventsTable>({ position: true }),
};
const quarters: ProjectedTable = {
  name: 'insight_quarters',
  key: 'quarter',
  columns: columnsOf<InsightQuartersTable>({
    ...{ quarter: true, bookmarks: true, enrolments: true, starts: true, modules: true, notes: true },
    ...{ quizzes: true, reviews: true, certificates: true, completions: true },
  }),
};
const courses: ProjectedTable = {
  name: 'insight_courses',
  key: 'id',
  columns: columnsOf<InsightCoursesTable>({
    ...{
      id: true,
      enrolled: true,
      started: true,
      module1: true,
      module2: true,
      module3: true,
      module4: true,
    },
    ...{ module5: true, certificate: true },
  }),
};
const questions: ProjectedTable = {
  name: 'insight_questions',
  key: 'id',
  columns: columnsOf<InsightQuestionsTable>({ id: true, asked: true, right: true }),
};
const attempts: ProjectedTable = {
  name: 'insight_attempts',
  key: 'id',
  columns: columnsOf<InsightAttemptsTable>({ id: true, question_ids: true }),
};

/** Notes that these events are counted. @returns those that were not before. */
const notCounted = async (
  page: readonly RecordedEvent[],
  tables: Tables,
): Promise<readonly RecordedEvent[]> => {
  const rows: InsightEventsTable[] = page.map(({ position }) => ({ position }));
  const fresh = await tables.insertNew(events, rows);
  if (fresh.length === rows.length) return page;
  const positions = new Set(fresh.map(({ position }) => position));
  return page.filter(({ position }) => positions.has(position));
};

/**
 * Read model `insight`: how the school fares, in numbers without persons. Sums over events, and not over what the other tables
 * hold now: what happened in March stays what happened in March when somebody who had a part in it leaves or is
 * removed, and the answers are those that an analyst gets of the log. A sum could not tell whether an event is in it
 * already, so each that is has its position noted.
 */
export const insight: Projection = {
  model: 'insight',
  tables: [events, quarters, courses, questions, attempts],
  eventTypes: new Set(countedTypes),
  erasing: new Set(),
  async apply(page, tables) {
    const fresh = await notCounted(page, tables);
    if (fresh.length === 0) return;
    const known = await tables.read<InsightAttemptsTable>(attempts, quizzesAsked(fresh));
    const added = count(fresh, new Map([...known].map(([id, row]) => [id, row.question_ids])));
    await tables.add(quarters, [...added.quarters.values()]);
    await tables.add(courses, [...added.courses.values()]);
    await tables.add(questions, [...added.questions.values()]);
    await tables.upsert(
      attempts,
      [...added.started].map(([id, question_ids]) => ({ id, question_ids })),
    );
    await tables.delete(attempts, [...added.finished]);
  },
};
