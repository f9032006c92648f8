import type { DomainEvent, DomainEventType } from '#events/catalogue/catalogue.ts';
import { streamId } from '#events/catalogue/stream-id.ts';
import type { RecordedEvent } from '#events/log/log.ts';
import {
  type InsightCoursesTable,
  type InsightQuartersTable,
  type InsightQuestionsTable,
  quarterMs,
} from '#platform/read-tables/insight.ts';

type Act = Exclude<keyof InsightQuartersTable, 'quarter'>;
type Step = Exclude<keyof InsightCoursesTable, 'id'>;
type ActType = Extract<DomainEvent, { data: { userId: string; courseId: string } }>['type'];

/** What counts as an act of learning: the same as in a person's own activity. */
const acts: Partial<Record<ActType, Act>> = {
  CourseBookmarked: 'bookmarks',
  StudentEnrolled: 'enrolments',
  CourseStarted: 'starts',
  ModuleCompleted: 'modules',
  NoteTaken: 'notes',
  QuizFinished: 'quizzes',
  ReviewSubmitted: 'reviews',
  CertificateIssued: 'certificates',
};

/** Every type of event that the sums hear of. */
export const countedTypes: readonly DomainEventType[] = [...(Object.keys(acts) as ActType[]), 'QuizStarted'];

const moduleSteps: readonly Step[] = ['module1', 'module2', 'module3', 'module4', 'module5'];

/** The step that an event brings its way through a course to; who comes back after leaving comes to none. */
const stepOf = (event: RecordedEvent): { course: string; step: Step } | null => {
  const reached = (course: string, step: Step | undefined) => (step === undefined ? null : { course, step });
  switch (event.type) {
    case 'StudentEnrolled':
      return reached(event.data.courseId, event.version === 1 ? 'enrolled' : undefined);
    case 'CourseStarted':
      return reached(event.data.courseId, 'started');
    case 'ModuleCompleted':
      return reached(event.data.courseId, moduleSteps[event.data.module - 1]);
    case 'CertificateIssued':
      return reached(event.data.courseId, 'certificate');
    default:
      return null;
  }
};

/** What some events add to the sums; by key, nothing of it zero all over. */
export type Added = {
  quarters: ReadonlyMap<number, InsightQuartersTable>;
  courses: ReadonlyMap<string, InsightCoursesTable>;
  questions: ReadonlyMap<string, InsightQuestionsTable>;
  /** Multiple-choice quizzes that were started and not handed in, by id, with what they ask. */
  started: ReadonlyMap<string, string[]>;
};

const noActs = (quarter: Date): InsightQuartersTable => ({
  ...{ quarter, bookmarks: 0, enrolments: 0, starts: 0, modules: 0, notes: 0, quizzes: 0, reviews: 0 },
  ...{ certificates: 0, completions: 0 },
});
const noSteps = (id: string): InsightCoursesTable => ({
  ...{ id, enrolled: 0, started: 0, module1: 0, module2: 0, module3: 0, module4: 0, module5: 0 },
  certificate: 0,
});

const known = <K, V>(map: Map<K, V>, key: K, make: () => V): V => {
  const found = map.get(key) ?? make();
  map.set(key, found);
  return found;
};

type Finished = Extract<RecordedEvent, { type: 'QuizFinished' }>;

/** Whether a quiz tells how hard its questions are: multiple choice, in time, and written down question by question. */
const tells = ({ data }: Finished): boolean => data.right !== null && !data.late;

/** Ids of the quizzes that were handed in among these events, and started before them. */
export const quizzesBegunBefore = (events: readonly RecordedEvent[]): string[] => {
  const begun = new Set(events.filter(({ type }) => type === 'QuizStarted').map(({ stream }) => stream));
  return events
    .filter(({ type, stream }) => type === 'QuizFinished' && !begun.has(stream))
    .map(({ stream }) => streamId(stream));
};

/**
 * What events add to the sums. Pure; the order of streams does not matter, and each event must come once.
 * @param asked the questions of quizzes that were started before these events, by id.
 * @throws for a quiz that tells of questions of which nobody knows what they were.
 */
export const count = (
  events: readonly RecordedEvent[],
  asked: ReadonlyMap<string, readonly string[]>,
): Added => {
  const quarters = new Map<number, InsightQuartersTable>();
  const courses = new Map<string, InsightCoursesTable>();
  const questions = new Map<string, InsightQuestionsTable>();
  const started = new Map<string, string[]>();
  const handIn = (event: Finished) => {
    const id = streamId(event.stream);
    const ids = started.get(id) ?? asked.get(id);
    started.delete(id);
    if (!tells(event)) return;
    if (!ids) throw new Error(`The quiz ${id} was handed in, but it was never started.`);
    const right = new Set(event.data.right);
    for (const question of ids) {
      const sum = known(questions, question, () => ({ id: question, asked: 0, right: 0 }));
      sum.asked += 1;
      if (right.has(question)) sum.right += 1;
    }
  };
  for (const event of events) {
    const act = acts[event.type as ActType];
    if (act) {
      const at = Math.floor(event.recordedAt.getTime() / quarterMs) * quarterMs;
      const quarter = known(quarters, at, () => noActs(new Date(at)));
      quarter[act] += 1;
      if (event.type === 'ModuleCompleted' && event.data.module === moduleSteps.length)
        quarter.completions += 1;
    }
    const reached = stepOf(event);
    if (reached) known(courses, reached.course, () => noSteps(reached.course))[reached.step] += 1;
    if (event.type === 'QuizStarted' && event.data.kind === 'mcq')
      started.set(streamId(event.stream), event.data.questionIds);
    else if (event.type === 'QuizFinished') handIn(event);
  }
  return { quarters, courses, questions, started };
};
