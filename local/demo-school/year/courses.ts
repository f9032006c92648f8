import type { CourseFields } from '#contract/schemas/courses.ts';
import { type DemoCourse, demoCourses } from '../courses.ts';
import { bruno, type DemoPerson, kwame, personNamed } from '../people.ts';
import { type DemoCommand, idOfCourse, idOfPerson, keyOf } from './demo-command.ts';

/** Earlier values of course fields, with the day on which they were edited. `content/courses.json` contains today's values. */
const edits: readonly { slug: string; day: number; before: Partial<CourseFields> }[] = [
  { slug: 'programs-and-how-to-think-of-them', day: 96, before: { price: 420 } },
  { slug: 'programs-and-how-to-think-of-them', day: 301, before: { difficulty: '5' } },
  { slug: 'data-structures-by-hand', day: 133, before: { course_name: 'Data Structures' } },
  { slug: 'databases-that-remember', day: 150, before: { instructor: 'Ilse Brandt' } },
  { slug: 'databases-that-remember', day: 268, before: { duration: '1 year', price: 480 } },
  { slug: 'machines-that-learn', day: 214, before: { course_name: 'Machine Learning', difficulty: '8' } },
  { slug: 'circuits-from-the-kitchen-table', day: 77, before: { price: 500 } },
  { slug: 'power-for-a-small-island', day: 189, before: { duration: '2 years' } },
  { slug: 'the-honest-spreadsheet', day: 112, before: { course_name: 'Accounting for Beginners' } },
  { slug: 'firms-of-five-people', day: 243, before: { instructor: 'Nora Whitfield' } },
  { slug: 'signals-and-silence', day: 171, before: { difficulty: '9' } },
  { slug: 'chips-you-can-draw', day: 256, before: { price: 750 } },
  { slug: 'how-medicines-work', day: 141, before: { category: 'General' } },
  { slug: 'the-careful-pharmacist', day: 282, before: { price: 430 } },
  { slug: 'chance-and-judgement', day: 125, before: { course_name: 'Probability', price: 390 } },
  { slug: 'light-and-what-it-tells', day: 199, before: { duration: '3 years' } },
  { slug: 'cities-and-their-walls', day: 231, before: { difficulty: '5/10' } },
  { slug: 'plain-english', day: 318, before: { price: 180 } },
  { slug: 'letters-across-languages', day: 334, before: { duration: '1-2 years' } },
  { slug: 'memory-a-users-guide', day: 263, before: { category: 'General' } },
];

/** Courses that were removed from the catalogue, two of them permanently. */
const removals: readonly { slug: string; day: number; restoredOn?: number }[] = [
  { slug: 'plants-that-heal-and-plants-that-do-not', day: 210.4, restoredOn: 224.6 },
  { slug: 'the-quantum-year', day: 300.5, restoredOn: 300.51 },
  { slug: 'selling-without-shouting', day: 322.4 },
  { slug: 'motors-magnets-and-motion', day: 341.7 },
];

const ada = () => personNamed('Ada Okafor');
/** From the second month on, two Admins share the work. */
const adminOn = (day: number) => (day > 30 && Math.floor(day) % 2 === 0 ? bruno : ada());

const fieldsOf = ({ slug, ...fields }: DemoCourse): CourseFields => ({
  ...fields,
  imageUrl: `/courses/${slug}.svg`,
});

/** Returns the first day on which a teacher has the role Instructor from the start of the day. Kwame gets this role during day 60 (see `userCommands`). */
const firstTeachingDay = (teacher: DemoPerson) => (teacher === kwame ? 61 : teacher.day + 1);

/** Returns the fields of a course on a day: before later edits, and with the instructor's id if the person had the role by then. */
const fieldsOn = (course: DemoCourse, day: number): CourseFields => {
  const later = edits.filter((edit) => edit.slug === course.slug && edit.day > day).toReversed();
  const fields: CourseFields = Object.assign(fieldsOf(course), ...later.map((edit) => edit.before));
  const teacher = personNamed(fields.instructor);
  return firstTeachingDay(teacher) > day ? fields : { ...fields, instructorId: idOfPerson(teacher) };
};

/** Returns the day on which the course at an index was added: in the first eleven weeks, in mixed order (11 and 28 are coprime). */
const addedOn = (index: number) => 2.4 + ((index * 11) % demoCourses.length) * 2.7;

/** Returns the courses of the demo school, each with its id and with functions that say on which days it is listed and who teaches it. */
export const demoCatalogue = () =>
  demoCourses.map((course, index) => {
    const { slug, course_code: code } = course;
    const firstDay = addedOn(index);
    const removalsOfCourse = removals.filter((removal) => removal.slug === slug);
    return {
      ...{ slug, code, firstDay, id: idOfCourse(slug, adminOn(firstDay)) },
      isListedOn: (day: number) =>
        day > firstDay &&
        !removalsOfCourse.some((removal) => day >= removal.day && day < (removal.restoredOn ?? Infinity)),
      /** Returns the instructor on a day, or null if they taught the course for less than a day. */
      teacherOn: (day: number) => {
        const [today, before] = [fieldsOn(course, day), fieldsOn(course, day - 1)];
        if (today.instructor !== before.instructor || before.instructorId === undefined) return null;
        return day - 1 > firstDay ? personNamed(today.instructor) : null;
      },
    };
  });
export type CatalogueCourse = ReturnType<typeof demoCatalogue>[number];

const createCourseCommands = (course: DemoCourse, index: number): DemoCommand[] => {
  const { slug } = course;
  const day = addedOn(index);
  const addedBy = adminOn(day);
  const params = { id: idOfCourse(slug, addedBy) };
  const path = '/courses/{id}';
  const added = {
    ...{ day, by: addedBy, method: 'POST' as const, path: '/courses', params: {} },
    body: fieldsOn(course, day),
    key: keyOf(`add ${slug}`),
  } satisfies DemoCommand;
  // Some courses were added before their instructor had this role.
  const instructorDay = firstTeachingDay(personNamed(added.body.instructor)) + 0.2;
  const instructorEdit: DemoCommand[] =
    added.body.instructorId === undefined
      ? [
          {
            ...{ day: instructorDay, by: adminOn(instructorDay), method: 'PUT', path, params },
            body: fieldsOn(course, instructorDay),
            key: keyOf(`instructor ${slug}`),
          },
        ]
      : [];
  const edited = edits
    .filter((edit) => edit.slug === slug)
    .map(
      (edit): DemoCommand => ({
        ...{ day: edit.day + 0.6, by: adminOn(edit.day), method: 'PUT', path, params },
        body: fieldsOn(course, edit.day),
        key: keyOf(`edit ${slug} ${edit.day}`),
      }),
    );
  const removed = removals
    .filter((removal) => removal.slug === slug)
    .flatMap(({ day: on, restoredOn }): DemoCommand[] => [
      {
        ...{ day: on, by: adminOn(on), method: 'DELETE', path, params },
        body: null,
        key: keyOf(`remove ${slug} ${on}`),
      },
      ...(restoredOn === undefined
        ? []
        : [
            {
              ...{ day: restoredOn, by: adminOn(restoredOn), method: 'POST' as const, params },
              path: '/courses/{id}/restoration',
              body: null,
              key: keyOf(`restore ${slug} ${restoredOn}`),
            },
          ]),
    ]);
  return [added, ...instructorEdit, ...edited, ...removed];
};

/** Returns the commands that add, edit, remove and restore courses. */
export const courseCommands = (): DemoCommand[] => demoCourses.flatMap(createCourseCommands);
