import { modulesPerCourse } from '#contract/schemas/enrolments.ts';
import { bookmarkIdOf, enrolmentIdOf } from '#platform/identity/record-ids.ts';
import { type DemoPerson, demoPeople } from '../people.ts';
import { type CatalogueCourse, demoCatalogue } from './courses.ts';
import { type DemoCommand, daysOfYear, idOfPerson, keyOf } from './demo-command.ts';
import { noteCommands } from './notes.ts';
import { quizCommands } from './quizzes.ts';

/** The day on which a person stopped being a student, because they got a different role or were removed. */
const lastDaysAsStudent: Readonly<Record<string, number>> = {
  'Bruno Keller': 25,
  'Kwame Mensah': 60,
  'Aisha Malik': 290,
  'Ivan Petrov': 247,
  'Tariq Aziz': 315,
};
/** The day from which a person takes courses, because they were an Instructor by mistake before. */
const firstLearningDays: Readonly<Record<string, number>> = { 'Hana Suzuki': 160 };

/** When a student takes a course, and how far they get. Days are days of the year. */
type CoursePlan = {
  student: DemoPerson;
  course: CatalogueCourse;
  bookmarkedOn: number | null;
  enrolledOn: number;
  /** The number of completed modules; null if the course was never started. */
  modules: number | null;
  daysPerModule: number;
  hasLeft: boolean;
};

const createStudentCommand = (
  day: number,
  student: DemoPerson,
  request: Pick<DemoCommand, 'method' | 'path' | 'params' | 'body'>,
  label: string,
): DemoCommand => ({ day, by: student, ...request, key: keyOf(`${label} ${student.uid}`) });

const createPlanCommands = ({
  student,
  course,
  bookmarkedOn,
  enrolledOn,
  modules,
  daysPerModule,
  hasLeft,
}: CoursePlan): DemoCommand[] => {
  const userId = idOfPerson(student);
  const id = enrolmentIdOf(userId, course.id);
  const { slug, id: courseId } = course;
  const commands: DemoCommand[] = [];
  if (bookmarkedOn !== null) {
    const body = { courseId, bookmarkedEmail: student.email };
    const add = { method: 'POST', path: '/bookmarks', params: {}, body } as const;
    commands.push(createStudentCommand(bookmarkedOn, student, add, `bookmark ${slug}`));
    // Some students remove the bookmark after they have enrolled.
    const params = { id: bookmarkIdOf(userId, courseId) };
    const remove = { method: 'DELETE', path: '/bookmarks/{id}', params, body: null } as const;
    if (modules !== null && modules % 2 === 1)
      commands.push(createStudentCommand(enrolledOn + 0.1, student, remove, `unmark ${slug}`));
  }
  const enrolmentBody = { userEmail: student.email, courseId };
  const enrol = { method: 'POST', path: '/enrolledCourses', params: {}, body: enrolmentBody } as const;
  commands.push(createStudentCommand(enrolledOn, student, enrol, `enrol ${slug}`));
  if (modules !== null) {
    const body = { userEmail: student.email, courseId: id, courseName: course.code };
    const start = { method: 'POST', path: '/progress', params: {}, body } as const;
    commands.push(createStudentCommand(enrolledOn + 0.4, student, start, `start ${slug}`));
    for (let module = 1; module <= modules; module += 1) {
      const complete = { method: 'PATCH', path: '/progress/{id}', params: { id }, body: { module } } as const;
      commands.push(
        createStudentCommand(
          enrolledOn + 0.4 + module * daysPerModule,
          student,
          complete,
          `module ${module} of ${slug}`,
        ),
      );
    }
    const startedCourse = {
      student,
      course,
      enrolmentId: id,
      startedOn: enrolledOn + 0.4,
      modules,
      daysPerModule,
    };
    commands.push(...noteCommands(startedCourse), ...quizCommands(startedCourse));
  }
  // Students who need fewer than eleven days per module collect their certificate, about an hour after the last module.
  const collect = { method: 'POST', path: '/certificates', params: {}, body: { enrolmentId: id } } as const;
  if (modules === modulesPerCourse && daysPerModule < 11)
    commands.push(
      createStudentCommand(enrolledOn + 0.45 + modules * daysPerModule, student, collect, `collect ${slug}`),
    );
  const leave = { method: 'DELETE', path: '/enrolledCourses/{id}', params: { id }, body: null } as const;
  if (hasLeft)
    commands.push(
      createStudentCommand(
        enrolledOn + 1.2 + (modules ?? 0) * daysPerModule,
        student,
        leave,
        `leave ${slug}`,
      ),
    );
  return commands;
};

/** The numbers of completed modules, which the plans use in turn. Null: the course is not started. */
const completedModuleCounts = [5, 3, 5, 1, 4, 5, 2, null] as const;

/**
 * Returns the plan for a student's nth course, or null if the catalogue does not list the course when the student would bookmark it or enrol.
 * Multiples of `index` and `nth` spread courses, days and progress, so that students differ.
 */
const createCoursePlan = (
  student: DemoPerson,
  index: number,
  nth: number,
  catalogue: CatalogueCourse[],
): CoursePlan | null => {
  const course = catalogue[(index * 7 + nth * 5) % catalogue.length];
  if (!course) return null;
  const earliest = Math.max(student.day, course.firstDay, firstLearningDays[student.name] ?? 0);
  const timeOfDay = 0.3 + ((index * 5 + nth * 3) % 11) / 20;
  const enrolledOn = Math.floor(earliest) + 3 + nth * 19 + ((index * 3) % 11) + timeOfDay;
  if (!course.isListedOn(enrolledOn) || !course.isListedOn(enrolledOn - 1.5)) return null;
  const bookmarkedOn = (index + nth) % 3 === 0 ? null : enrolledOn - 1.5;
  const modules = completedModuleCounts[(index + nth * 3) % completedModuleCounts.length] ?? null;
  const daysPerModule = 4 + ((index * 2 + nth) % 9) + 0.07;
  return {
    student,
    course,
    bookmarkedOn,
    enrolledOn,
    modules,
    daysPerModule,
    hasLeft: (index + nth) % 13 === 12,
  };
};

/** Creates the commands of the demo student: one course completed, one in progress, one not started, one only bookmarked. */
const createDemoStudentCommands = (student: DemoPerson, catalogue: CatalogueCourse[]): DemoCommand[] => {
  const [first, second, third, fourth] = [
    ...['programs-and-how-to-think-of-them', 'calculus-with-a-pencil'],
    ...['light-and-what-it-tells', 'plain-english'],
  ].map((slug) => catalogue.find((course) => course.slug === slug));
  if (!first || !second || !third || !fourth)
    throw new Error('A course of the demo student is missing from the demo school.');
  const plan = { student, bookmarkedOn: null, hasLeft: false };
  const body = { courseId: fourth.id, bookmarkedEmail: student.email };
  return [
    ...createPlanCommands({
      ...plan,
      course: first,
      enrolledOn: 90.6,
      modules: modulesPerCourse,
      daysPerModule: 9.1,
    }),
    ...createPlanCommands({ ...plan, course: second, enrolledOn: 300.7, modules: 3, daysPerModule: 14.2 }),
    ...createPlanCommands({
      ...plan,
      course: third,
      bookmarkedOn: 330.3,
      enrolledOn: 355.8,
      modules: null,
      daysPerModule: 0,
    }),
    createStudentCommand(
      352.4,
      student,
      { method: 'POST', path: '/bookmarks', params: {}, body },
      `bookmark ${fourth.slug}`,
    ),
  ];
};

/** Returns the commands of the students (bookmarks, enrolments, modules, certificates, notes, quizzes), and those that mark their quizzes. */
export const learningCommands = (): DemoCommand[] => {
  const catalogue = demoCatalogue();
  const students = demoPeople.filter(({ userType }) => userType === 'Student');
  return students.flatMap((student, index) => {
    if (student.uid === 'demo-student') return createDemoStudentCommands(student, catalogue);
    const lastDay = lastDaysAsStudent[student.name] ?? daysOfYear - 2;
    return [0, 1, 2, 3]
      .slice(0, 2 + (index % 3))
      .flatMap((nth) => {
        const plan = createCoursePlan(student, index, nth, catalogue);
        return plan === null ? [] : createPlanCommands(plan);
      })
      .filter(({ day }) => day < lastDay);
  });
};
