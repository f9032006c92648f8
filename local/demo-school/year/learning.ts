import { bookmarkIdOf, enrolmentIdOf } from '#platform/identity/record-ids.ts';
import { type DemoPerson, demoPeople } from '../people.ts';
import { type Act, idOfPerson, keyOf } from './act.ts';
import { type CatalogueCourse, demoCatalogue } from './courses.ts';
import { daysOfYear } from './days.ts';
import { noteActs } from './notes.ts';
import { quizActs } from './quizzes.ts';

/** The day until which somebody was a student, before they got another role or were removed. */
const studentUntil: Readonly<Record<string, number>> = {
  'Bruno Keller': 25,
  'Kwame Mensah': 60,
  'Aisha Malik': 290,
  'Ivan Petrov': 247,
  'Tariq Aziz': 315,
};
/** She was an Instructor by mistake for one night; her courses begin after it. */
const beganLate: Readonly<Record<string, number>> = { 'Hana Suzuki': 160 };

/** A student's progress in a course. Days are days of the year. */
type Path = {
  student: DemoPerson;
  course: CatalogueCourse;
  bookmarkedOn: number | null;
  enrolsOn: number;
  /** The number of completed modules; null if the course was never started. `pace`: days per module. */
  modules: number | null;
  pace: number;
  leaves: boolean;
};

const call = (
  day: number,
  student: DemoPerson,
  act: Pick<Act, 'method' | 'path' | 'params' | 'body'>,
  label: string,
): Act => ({ day, by: student, ...act, key: keyOf(`${label} ${student.uid}`) });

const actsOf = ({ student, course, bookmarkedOn, enrolsOn, modules, pace, leaves }: Path): Act[] => {
  const userId = idOfPerson(student);
  const id = enrolmentIdOf(userId, course.id);
  const { slug, id: courseId } = course;
  const acts: Act[] = [];
  const enrolled = { userEmail: student.email, courseId };
  if (bookmarkedOn !== null) {
    const body = { courseId, bookmarkedEmail: student.email };
    const add = { method: 'POST', path: '/bookmarks', params: {}, body } as const;
    acts.push(call(bookmarkedOn, student, add, `bookmark ${slug}`));
    // Some students remove the bookmark after they have started.
    const params = { id: bookmarkIdOf(userId, courseId) };
    const remove = { method: 'DELETE', path: '/bookmarks/{id}', params, body: null } as const;
    if (modules !== null && modules % 2 === 1)
      acts.push(call(enrolsOn + 0.1, student, remove, `unmark ${slug}`));
  }
  const enrol = { method: 'POST', path: '/enrolledCourses', params: {}, body: enrolled } as const;
  acts.push(call(enrolsOn, student, enrol, `enrol ${slug}`));
  if (modules !== null) {
    const body = { userEmail: student.email, courseId: id, courseName: course.code };
    const start = { method: 'POST', path: '/progress', params: {}, body } as const;
    acts.push(call(enrolsOn + 0.4, student, start, `start ${slug}`));
    for (let module = 1; module <= modules; module += 1) {
      const complete = { method: 'PATCH', path: '/progress/{id}', params: { id }, body: { module } } as const;
      acts.push(call(enrolsOn + 0.4 + module * pace, student, complete, `module ${module} of ${slug}`));
    }
    const lessons = { student, course, enrolmentId: id, startedOn: enrolsOn + 0.4, modules, pace };
    acts.push(...noteActs(lessons), ...quizActs(lessons));
  }
  // Most students collect their certificate on the evening of the last module.
  const collect = { method: 'POST', path: '/certificates', params: {}, body: { enrolmentId: id } } as const;
  if (modules === 5 && pace < 11)
    acts.push(call(enrolsOn + 0.45 + modules * pace, student, collect, `collect ${slug}`));
  const leave = { method: 'DELETE', path: '/enrolledCourses/{id}', params: { id }, body: null } as const;
  if (leaves) acts.push(call(enrolsOn + 1.2 + (modules ?? 0) * pace, student, leave, `leave ${slug}`));
  return acts;
};

/** The distribution of completed modules. */
const howFar = [5, 3, 5, 1, 4, 5, 2, null] as const;

/** The nth course of a student. The numbers are mixed so that students differ. */
const pathOf = (
  student: DemoPerson,
  index: number,
  nth: number,
  catalogue: CatalogueCourse[],
): Path | null => {
  const course = catalogue[(index * 7 + nth * 5) % catalogue.length];
  if (!course) return null;
  const begin = Math.max(student.day, course.from, beganLate[student.name] ?? 0);
  const hour = 0.3 + ((index * 5 + nth * 3) % 11) / 20;
  const enrolsOn = Math.floor(begin) + 3 + nth * 19 + ((index * 3) % 11) + hour;
  if (!course.listedOn(enrolsOn) || !course.listedOn(enrolsOn - 1.5)) return null;
  const bookmarkedOn = (index + nth) % 3 === 0 ? null : enrolsOn - 1.5;
  const modules = howFar[(index + nth * 3) % howFar.length] ?? null;
  const pace = 4 + ((index * 2 + nth) % 9) + 0.07;
  return { student, course, bookmarkedOn, enrolsOn, modules, pace, leaves: (index + nth) % 13 === 12 };
};

/** The courses of the demo student: one completed, one in progress, one not started, one only bookmarked. */
const ownPaths = (student: DemoPerson, catalogue: CatalogueCourse[]): Act[] => {
  const [first, second, third, fourth] = [
    ...['programs-and-how-to-think-of-them', 'calculus-with-a-pencil'],
    ...['light-and-what-it-tells', 'plain-english'],
  ].map((slug) => catalogue.find((course) => course.slug === slug));
  if (!first || !second || !third || !fourth)
    throw new Error('The demo school lacks a course of its student.');
  const own = { student, bookmarkedOn: null, leaves: false };
  const body = { courseId: fourth.id, bookmarkedEmail: student.email };
  return [
    ...actsOf({ ...own, course: first, enrolsOn: 90.6, modules: 5, pace: 9.1 }),
    ...actsOf({ ...own, course: second, enrolsOn: 300.7, modules: 3, pace: 14.2 }),
    ...actsOf({ ...own, course: third, bookmarkedOn: 330.3, enrolsOn: 355.8, modules: null, pace: 0 }),
    call(352.4, student, { method: 'POST', path: '/bookmarks', params: {}, body }, `bookmark ${fourth.slug}`),
  ];
};

/** The acts of the students: bookmarks, enrolments, modules, certificates, notes, quizzes. */
export const learningActs = (): Act[] => {
  const catalogue = demoCatalogue();
  const students = demoPeople.filter(({ userType }) => userType === 'Student');
  return students.flatMap((student, index) => {
    if (student.uid === 'demo-student') return ownPaths(student, catalogue);
    const until = studentUntil[student.name] ?? daysOfYear - 2;
    return [0, 1, 2, 3]
      .slice(0, 2 + (index % 3))
      .flatMap((nth) => {
        const path = pathOf(student, index, nth, catalogue);
        return path === null ? [] : actsOf(path);
      })
      .filter(({ day }) => day < until);
  });
};
