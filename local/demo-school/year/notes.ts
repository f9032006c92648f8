import { noteIdOf } from '#platform/identity/ids.ts';
import type { DemoPerson } from '../people.ts';
import { type Act, idOfPerson, keyOf } from './act.ts';
import type { CatalogueCourse } from './courses.ts';
import { jottings } from './note-texts.ts';

/** How a student goes through the modules of a course that they have begun. */
export type Lessons = {
  student: DemoPerson;
  course: CatalogueCourse;
  enrolmentId: string;
  startedOn: number;
  modules: number;
  pace: number;
};

/** Some write in every lesson, most now and then. */
const writes = ({ student, course }: Lessons, module: number): boolean =>
  student.uid === 'demo-student' || (student.uid.length + course.slug.length + module) % 3 === 0;

/** The notes that a student takes in the lessons of one course: half a day before the module is done. */
export const noteActs = (lessons: Lessons): Act[] => {
  const { student, course, enrolmentId, startedOn, modules, pace } = lessons;
  return jottings[course.code].slice(0, modules).flatMap(({ second, text }, index): Act[] => {
    const module = index + 1;
    if (!writes(lessons, module)) return [];
    const day = startedOn + module * pace - 0.4;
    const key = keyOf(`note ${module} of ${course.slug} ${student.uid}`);
    const place = { module, second };
    const take: Act = {
      ...{ day, by: student, method: 'POST', path: '/notes', params: {}, key },
      body: { notes: text, courseId: enrolmentId, userEmail: student.email, ...place },
    };
    // What was understood only later is added.
    const edit: Act = {
      ...{ day: day + 1.3, by: student, method: 'PUT', path: '/notes/{id}' },
      params: { id: noteIdOf(idOfPerson(student), key) },
      body: { notes: `${text}\n\nLater: read it again, it holds.` },
      key: keyOf(`note again ${module} of ${course.slug} ${student.uid}`),
    };
    return module === 3 ? [take, edit] : [take];
  });
};
