import type { DomainEvent, DomainEventType } from '#events/catalogue/catalogue.ts';
import { streamId } from '#events/catalogue/stream-id.ts';
import type { RecordedEvent } from '#events/log/log.ts';
import {
  type InsightCoursesTable,
  type InsightQuartersTable,
  type InsightQuestionsTable,
  quarterHourMs,
} from '#platform/read-tables/insight.ts';

type ActivityColumn = Exclude<keyof InsightQuartersTable, 'quarter'>;
type StepColumn = Exclude<keyof InsightCoursesTable, 'id'>;
type ActivityType = Extract<DomainEvent, { data: { userId: string; courseId: string } }>['type'];

/** The events that count as learning activity, the same as in the read model `activity`. */
const columnByType: Partial<Record<ActivityType, ActivityColumn>> = {
  CourseBookmarked: 'bookmarks',
  StudentEnrolled: 'enrolments',
  CourseStarted: 'starts',
  ModuleCompleted: 'modules',
  NoteTaken: 'notes',
  QuizFinished: 'quizzes',
  ReviewSubmitted: 'reviews',
  CertificateIssued: 'certificates',
};

export const countedEventTypes: readonly DomainEventType[] = [
  ...(Object.keys(columnByType) as ActivityType[]),
  'QuizStarted',
];

const moduleSteps: readonly StepColumn[] = ['module1', 'module2', 'module3', 'module4', 'module5'];

/** Returns the step that an enrolment reaches with an event; null if none. A student who enrols again is not counted again. */
const stepOf = (event: RecordedEvent): { courseId: string; step: StepColumn } | null => {
  const toStep = (courseId: string, step: StepColumn | undefined) =>
    step === undefined ? null : { courseId, step };
  switch (event.type) {
    case 'StudentEnrolled':
      return toStep(event.data.courseId, event.version === 1 ? 'enrolled' : undefined);
    case 'CourseStarted':
      return toStep(event.data.courseId, 'started');
    case 'ModuleCompleted':
      return toStep(event.data.courseId, moduleSteps[event.data.module - 1]);
    case 'CertificateIssued':
      return toStep(event.data.courseId, 'certificate');
    default:
      return null;
  }
};

/** The amounts that events add to the totals, by key. */
type AddedTotals = {
  /** The key is the start of a quarter of an hour, in milliseconds since 1970. */
  quarters: ReadonlyMap<number, InsightQuartersTable>;
  courses: ReadonlyMap<string, InsightCoursesTable>;
  questions: ReadonlyMap<string, InsightQuestionsTable>;
  /** The question ids of multiple-choice quizzes that were started but not submitted, by quiz id. */
  started: ReadonlyMap<string, string[]>;
};

const createEmptyQuarter = (quarter: Date): InsightQuartersTable => ({
  ...{ quarter, bookmarks: 0, enrolments: 0, starts: 0, modules: 0, notes: 0, quizzes: 0, reviews: 0 },
  ...{ certificates: 0, completions: 0 },
});
const createEmptyCourse = (id: string): InsightCoursesTable => ({
  ...{ id, enrolled: 0, started: 0, module1: 0, module2: 0, module3: 0, module4: 0, module5: 0 },
  certificate: 0,
});

const getOrCreate = <K, V>(map: Map<K, V>, key: K, create: () => V): V => {
  const value = map.get(key) ?? create();
  map.set(key, value);
  return value;
};

type QuizFinished = Extract<RecordedEvent, { type: 'QuizFinished' }>;

/**
 * Returns whether the quiz counts in the totals of its questions: it is multiple choice, was submitted in time, and its event says which
 * answers are right (version 1 does not).
 */
const isMeasurable = ({ data }: QuizFinished): boolean => data.right !== null && !data.late;

/** Returns the ids of quizzes that were submitted in these events and started before them. */
export const quizzesStartedEarlier = (events: readonly RecordedEvent[]): string[] => {
  const started = new Set(events.filter(({ type }) => type === 'QuizStarted').map(({ stream }) => stream));
  return events
    .filter(({ type, stream }) => type === 'QuizFinished' && !started.has(stream))
    .map(({ stream }) => streamId(stream));
};

/**
 * Returns the amounts that events add to the totals. Events of different streams may be passed in any order, but each event only once.
 * @param questionIdsByQuiz the questions of quizzes that were started before these events.
 * @throws for a multiple-choice quiz that was submitted in time but never started, because its questions are unknown.
 */
export const countEvents = (
  events: readonly RecordedEvent[],
  questionIdsByQuiz: ReadonlyMap<string, readonly string[]>,
): AddedTotals => {
  const quarters = new Map<number, InsightQuartersTable>();
  const courses = new Map<string, InsightCoursesTable>();
  const questions = new Map<string, InsightQuestionsTable>();
  const started = new Map<string, string[]>();
  const countAnswers = (event: QuizFinished) => {
    const id = streamId(event.stream);
    const questionIds = started.get(id) ?? questionIdsByQuiz.get(id);
    started.delete(id);
    if (!isMeasurable(event)) return;
    if (!questionIds) throw new Error(`The quiz ${id} was submitted, but it was never started.`);
    const right = new Set(event.data.right);
    for (const questionId of questionIds) {
      const totals = getOrCreate(questions, questionId, () => ({ id: questionId, asked: 0, right: 0 }));
      totals.asked += 1;
      if (right.has(questionId)) totals.right += 1;
    }
  };
  for (const event of events) {
    const column = columnByType[event.type as ActivityType];
    if (column) {
      const quarterStartMs = Math.floor(event.recordedAt.getTime() / quarterHourMs) * quarterHourMs;
      const quarter = getOrCreate(quarters, quarterStartMs, () =>
        createEmptyQuarter(new Date(quarterStartMs)),
      );
      quarter[column] += 1;
      if (event.type === 'ModuleCompleted' && event.data.module === moduleSteps.length)
        quarter.completions += 1;
    }
    const reached = stepOf(event);
    if (reached)
      getOrCreate(courses, reached.courseId, () => createEmptyCourse(reached.courseId))[reached.step] += 1;
    if (event.type === 'QuizStarted' && event.data.kind === 'mcq')
      started.set(streamId(event.stream), event.data.questionIds);
    else if (event.type === 'QuizFinished') countAnswers(event);
  }
  return { quarters, courses, questions, started };
};
