import type {
  InsightAttemptsTable,
  InsightCoursesTable,
  InsightQuartersTable,
  InsightQuestionsTable,
} from '#platform/read-tables/insight.ts';
import type { ProjectedTable, Projection } from '../../projection/projection.ts';
import { countEvents, countedEventTypes, quizzesStartedEarlier } from './count-events.ts';
import { countedTable, findUncounted, markCounted } from './counted-positions.ts';

/** Returns the names of the columns. The compiler checks that none is missing. */
const columnsOf = <R>(columns: Record<keyof R, true>): string[] => Object.keys(columns);

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
    ...{ id: true, enrolled: true, started: true, certificate: true },
    ...{ module1: true, module2: true, module3: true, module4: true, module5: true },
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

/**
 * Read model `insight`: school statistics without personal data. These are totals over events, not over the current rows of other tables.
 * So past numbers do not change when a student leaves a course or is removed, and analysts who count the events of the log get the same
 * numbers. Totals alone cannot tell whether an event is included, so a bit per position records that.
 */
export const insight: Projection = {
  model: 'insight',
  tables: [countedTable, quarters, courses, questions, attempts],
  eventTypes: new Set(countedEventTypes),
  erasingEventTypes: new Set(),
  async apply(page, tables) {
    const { uncounted, changedBlocks } = await findUncounted(page, tables);
    if (uncounted.length === 0) return;
    const started = await tables.read<InsightAttemptsTable>(attempts, quizzesStartedEarlier(uncounted));
    const questionIds = new Map([...started].map(([id, row]) => [id, row.question_ids]));
    const added = countEvents(uncounted, questionIds);
    // Counting throws for an invalid event, so events are marked as counted only afterwards.
    await markCounted(changedBlocks, tables);
    await tables.add(quarters, [...added.quarters.values()]);
    await tables.add(courses, [...added.courses.values()]);
    await tables.add(questions, [...added.questions.values()]);
    await tables.upsert(
      attempts,
      [...added.started].map(([id, question_ids]) => ({ id, question_ids })),
    );
    await tables.delete(attempts, [...started.keys()]);
  },
};
