/**
 * Fills a school with many courses and enrolments, to see how the product behaves at that size. The events are those that the
 * deciders of the command-api decide, appended through the log with encrypted personal data. The same options always give
 * the same ids and events, and events that the log already contains are skipped, so an interrupted run can be repeated.
 */
import { randomUUID } from 'node:crypto';
import { type CourseState, courseAggregate } from '#command-api/aggregates/course.ts';
import { enrolmentAggregate } from '#command-api/aggregates/enrolment.ts';
import { reviewAggregate } from '#command-api/aggregates/review.ts';
import { type UserState, userAggregate } from '#command-api/aggregates/user.ts';
import { addCourse } from '#command-api/resources/courses/decide.ts';
import { enrol } from '#command-api/resources/enrolments/decide.ts';
import { completeModule, startCourse } from '#command-api/resources/progress/decide.ts';
import { submitReview } from '#command-api/resources/reviews/decide.ts';
import { registerUser } from '#command-api/resources/users/decide.ts';
import { modulesPerCourse } from '#contract/schemas/enrolments.ts';
import type { UserType } from '#contract/schemas/users.ts';
import { courseStream } from '#events/catalogue/streams/course.ts';
import { type EnrolmentEvent, enrolmentStream } from '#events/catalogue/streams/enrolment.ts';
import { reviewStream } from '#events/catalogue/streams/review.ts';
import { userStream } from '#events/catalogue/streams/user.ts';
import type { EventMetadata, LogAppender, StreamAppend } from '#events/log/log.ts';
import { enrolmentIdOf, reviewIdOf, userIdOf } from '#platform/identity/record-ids.ts';
import { createSeededRandom, type SeededRandom } from '#platform/seeded-random.ts';
import { createLargeCatalogue, type PlannedCourse } from './create-large-catalogue.ts';

export type LargeSchoolOptions = {
  courses: number;
  students: number;
  enrolmentsPerStudent: number;
  seed: number;
};

/** How many appends run at once: some are encoded while others commit. */
const concurrentAppends = 256;
const teacherCount = 200;
const coursesPerAppend = 100;

/** Returns the id of a person of the large school at the identity provider. */
const uidOf = (kind: 'instructor' | 'student', number: number) => `large-school-${kind}-${number}`;

/** The user who is added first in every run. */
export const firstTeacherId: string = userIdOf(uidOf('instructor', 1));

type Person = { id: string; name: string; userType: UserType; state: UserState; write: StreamAppend };

const createPerson = (kind: 'instructor' | 'student', number: number): Person => {
  const uid = uidOf(kind, number);
  const id = userIdOf(uid);
  const name = `${kind === 'student' ? 'Student' : 'Instructor'} ${number}`;
  const userType = kind === 'student' ? 'Student' : 'Instructor';
  const { events } = registerUser(
    { id, identity: uid, name, email: `${uid}@example.org`, imageUrl: '/mark.svg', userType },
    { roleSignup: 'open', isConfiguredAdmin: false },
    userAggregate.initial,
  );
  const state = events.reduce(userAggregate.evolve, userAggregate.initial);
  return { id, name, userType, state, write: { stream: userStream(id), expectedVersion: 0, events } };
};

type AddedCourse = { id: string; name: string; state: CourseState; write: StreamAppend };

const createCourse = ({ id, fields, teacher }: PlannedCourse<Person>): AddedCourse => {
  const states = { course: courseAggregate.initial, instructor: teacher.state };
  const { events } = addCourse({ id, fields }, states);
  const state = events.reduce(courseAggregate.evolve, courseAggregate.initial);
  return {
    ...{ id, name: fields.course_name, state },
    write: { stream: courseStream(id), expectedVersion: 0, events },
  };
};

/**
 * Returns a student's events in a course. All students enrol, half of them start the course, about a third of those who start complete
 * all modules, and half of those who complete all modules write a review.
 */
const learn = (student: Person, course: AddedCourse, random: SeededRandom): StreamAppend[] => {
  const id = enrolmentIdOf(student.id, course.id);
  const actor = { id: student.id };
  const events: EnrolmentEvent[] = [];
  let state = enrolmentAggregate.initial;
  const record = (decided: readonly EnrolmentEvent[]) => {
    events.push(...decided);
    state = decided.reduce(enrolmentAggregate.evolve, state);
  };
  record(
    enrol({ id, userId: student.id, courseId: course.id }, { enrolment: state, course: course.state }).events,
  );
  const writes = [{ stream: enrolmentStream(id), expectedVersion: 0, events }];
  if (random.next() < 0.5) return writes;
  record(startCourse({ id, actor, startedBy: 'enrolment' }, state).events);
  const modules = random.next() < 1 / 3 ? modulesPerCourse : random.integerBelow(modulesPerCourse);
  for (let module = 1; module <= modules; module += 1)
    record(completeModule({ actor, module }, state).events);
  if (modules < modulesPerCourse || random.next() < 0.5) return writes;
  const review = {
    ...{ id: reviewIdOf(id), enrolmentId: id, actor, courseCalledBy: 'enrolment' as const },
    ...{ rating: 1 + random.integerBelow(10), comment: `What I learnt in “${course.name}” was useful.` },
  };
  const submitted = submitReview(review, { enrolment: state, review: reviewAggregate.initial });
  return [...writes, { stream: reviewStream(review.id), expectedVersion: 0, events: submitted.events }];
};

/** Returns up to `count` different courses, preferring those at the beginning of the catalogue. */
const pickCourses = (
  catalogue: readonly AddedCourse[],
  count: number,
  random: SeededRandom,
): AddedCourse[] => {
  const picked = new Set<AddedCourse>();
  while (picked.size < Math.min(count, catalogue.length)) {
    const course = catalogue[Math.floor(random.next() ** 2 * catalogue.length)];
    if (course !== undefined) picked.add(course);
  }
  return [...picked];
};

/**
 * Fills the school.
 * @param report called with the number of appended events, after every thousandth append.
 * @returns the number of appended events, and of the enrolments that these options give, including those of an earlier run.
 */
export const fillSchool = async (
  appender: LogAppender,
  { courses, students, enrolmentsPerStudent, seed }: LargeSchoolOptions,
  report: (events: number) => void = () => {},
): Promise<{ events: number; enrolments: number }> => {
  const counts = { events: 0, appends: 0, enrolments: 0 };
  const append = async (writes: readonly StreamAppend[], actor: EventMetadata['actor']) => {
    const { outcome } = await appender.append({
      ...{ commandId: randomUUID(), writes, asserts: [] },
      metadata: { actor, correlationId: randomUUID() },
    });
    // An earlier run has appended these events.
    if (outcome === 'conflict') return;
    if (outcome !== 'appended') throw new Error(`The events were not appended: ${outcome}.`);
    counts.events += writes.reduce((sum, { events }) => sum + events.length, 0);
    counts.appends += 1;
    if (counts.appends % 1_000 === 0) report(counts.events);
  };
  const running = new Set<Promise<void>>();
  let failure: unknown = null;
  /** Starts an append as soon as there is room, so that not all events are in memory at once. */
  const start = async (person: Person, writes: readonly StreamAppend[]) => {
    if (running.size >= concurrentAppends) await Promise.race(running);
    if (failure !== null) throw failure;
    const appended = append(writes, { id: person.id, role: person.userType })
      .catch((cause: unknown) => {
        failure ??= cause;
      })
      .finally(() => running.delete(appended));
    running.add(appended);
  };
  const finish = async () => {
    await Promise.all(running);
    if (failure !== null) throw failure;
  };

  const random = createSeededRandom(seed);
  const teachers = Array.from({ length: teacherCount }, (_, index) => createPerson('instructor', index + 1));
  const [first] = teachers;
  if (first !== undefined) await append([first.write], { id: first.id, role: first.userType });
  for (const teacher of teachers.slice(1)) await start(teacher, [teacher.write]);
  await finish();
  const catalogue = createLargeCatalogue(courses, teachers, random).map(createCourse);
  // One append after the other, so that the courses are always added in the same order.
  for (let from = 0; from < catalogue.length; from += coursesPerAppend)
    await append(
      catalogue.slice(from, from + coursesPerAppend).map(({ write }) => write),
      { system: 'large-school' },
    );
  for (let number = 1; number <= students; number += 1) {
    const student = createPerson('student', number);
    const chosen = pickCourses(catalogue, enrolmentsPerStudent, random);
    counts.enrolments += chosen.length;
    await start(student, [student.write, ...chosen.flatMap((course) => learn(student, course, random))]);
  }
  await finish();
  return { events: counts.events, enrolments: counts.enrolments };
};
