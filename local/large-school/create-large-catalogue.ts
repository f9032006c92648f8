import { type CourseFields, courseCategories, courseCodes } from '#contract/schemas/courses.ts';
import { courseIdOf } from '#platform/identity/record-ids.ts';
import type { SeededRandom } from '#platform/seeded-random.ts';

const subjects = [
  ...['Algebra', 'Anatomy', 'Astronomy', 'Biology', 'Botany', 'Chemistry', 'Circuits', 'Compilers'],
  ...['Databases', 'Ecology', 'Economics', 'Ethics', 'Geometry', 'Grammar', 'Hydraulics', 'Linguistics'],
  ...['Logic', 'Mechanics', 'Medicine', 'Networks', 'Optics', 'Pharmacy', 'Poetics', 'Probability'],
  ...['Robotics', 'Sociology', 'Statics', 'Statistics', 'Topology', 'Zoology'],
];
const beginnings = [
  ...['Advanced', 'Applied', 'Comparative', 'Elementary', 'Experimental', 'Foundations of'],
  ...['Introduction to', 'Modern', 'Practical', 'Principles of', 'Readings in', 'Topics in'],
];
const sentence =
  'The course begins with examples, explains the terms that they have in common, and ends with a project of your own. ';

/** A course that is yet to be added, and the instructor whose name it shows. */
export type PlannedCourse<Teacher> = { id: string; fields: CourseFields; teacher: Teacher };

/** Returns the name of the course with this number, counted from 1. The number makes the name unique. */
const nameOf = (number: number, random: SeededRandom) =>
  `${random.pick(beginnings)} ${random.pick(subjects)} ${number}`;

/**
 * Returns the courses of a large school.
 * @param teachers teach the courses in turn; every fourth course has only the name of its teacher, not the account.
 */
export const createLargeCatalogue = <Teacher extends { id: string; name: string }>(
  count: number,
  teachers: readonly Teacher[],
  random: SeededRandom,
): PlannedCourse<Teacher>[] =>
  Array.from({ length: count }, (_, index) => {
    const teacher = teachers[index % teachers.length];
    if (teacher === undefined) throw new Error('A school without teachers has no courses.');
    return {
      teacher,
      id: courseIdOf('large-school', `${index + 1}`),
      fields: {
        course_code: random.pick(courseCodes),
        course_name: nameOf(index + 1, random),
        duration: random.pick(['1 year', '2 years', '3-4 years', '6 months']),
        difficulty: `${1 + random.integerBelow(10)}`,
        category: random.pick(courseCategories),
        details: sentence.repeat(1 + random.integerBelow(6)).trim(),
        instructor: teacher.name,
        price: random.integerBelow(900),
        imageUrl: '/mark.svg',
        ...(index % 4 === 0 ? {} : { instructorId: teacher.id }),
      },
    };
  });
