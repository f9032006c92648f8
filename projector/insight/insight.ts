import type {
  InsightAttemptsTable,
  InsightCoursesTable,
  InsightQuartersTable,
  InsightQuestionsTable,
} from '#platform/read-tables/insight.ts';
import type { ProjectedTable, Projection } from '../projection/projection.ts';
import { count, countedTypes, quizzesBegunBefore } from './count.ts';
import { countedTable, notCounted, noteCounted } from './counted.ts';

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

/**
 * Read model `insight`: how the school fares, in numbers without persons. Sums over events, and not over what the other tables
 * hold now: what happened in March stays what happened in March when somebody who had a part in it leaves or is
 * removed, and the answers are those that an analyst gets of the log. A sum could not tell whether an event is in it
 * already, so a bit of its position says so.
 */
export const insight: Projection = {
  model: 'insight',
  tables: [countedTable, quarters, courses, questions, attempts],
  eventTypes: new Set(countedTypes),
  erasing: new Set(),
  async apply(page, tables) {
    const { fresh, changed } = await notCounted(page, tables);
    if (fresh.length === 0) return;
    const known = await tables.read<InsightAttemptsTable>(attempts, quizzesBegunBefore(fresh));
    const added = count(fresh, new Map([...known].map(([id, row]) => [id, row.question_ids])));
    // Whatever is wrong with an event has shown by now: nothing is noted that is not counted.
    await noteCounted(changed, tables);
    await tables.add(quarters, [...added.quarters.values()]);
    await tables.add(courses, [...added.courses.values()]);
    await tables.add(questions, [...added.questions.values()]);
    await tables.upsert(
      attempts,
      [...added.started].map(([id, question_ids]) => ({ id, question_ids })),
    );
    await tables.delete(attempts, [...known.keys()]);
  },
};
