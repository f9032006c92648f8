/** Simulated users who send most kinds of commands. */
import { setTimeout as sleep } from 'node:timers/promises';
import { modulesPerCourse } from '#contract/schemas/enrolments.ts';
import { emailOf, type Product } from './start-product.ts';

/** The commands and records that the product has acknowledged. */
export type Acknowledged = {
  /** The ids of records that are not removed afterwards, by the list that must contain them. */
  ids: Map<string, Set<string>>;
  /** The highest position in an answer. */
  position: number;
  commandCount: number;
};

export type Actor = { uid: string; token: string };
type Act = (method: string, path: string, body?: unknown) => Promise<string>;

/** Long enough to leave a small machine time for the rebuilds. */
const pauseMs = 30;

const courseOf = (name: string) => ({
  ...{ course_code: 'CSE', course_name: name, duration: '1 year', difficulty: '5', category: 'General' },
  ...{ details: 'How it goes.', instructor: 'Nobody', price: 1, imageUrl: '/course.svg' },
});

/** Creates a function that sends a command as a user and expects it to be acknowledged. It returns the id of the record. */
const createAct =
  (product: Product, { token }: Actor, acknowledged: Acknowledged): Act =>
  async (method, path, body) => {
    await sleep(pauseMs);
    const answer = await product.call(method, path, { token, ...(body === undefined ? {} : { body }) });
    if (answer.status !== 200)
      throw new Error(`${answer.sent}: ${answer.status} ${JSON.stringify(answer.body)}`);
    acknowledged.commandCount += 1;
    acknowledged.position = Math.max(acknowledged.position, answer.position);
    const { insertedId, _id } = answer.body as { insertedId?: string; _id?: string };
    return insertedId ?? _id ?? '';
  };

/** Registers a user with a new account. @throws Error if the command is refused. */
export const register = async (product: Product, uid: string, userType: string): Promise<Actor> => {
  const token = product.tokenOf(uid);
  const body = { name: `${uid} Test`, imageUrl: '/face.svg', email: emailOf(uid), userType };
  const { status } = await product.call('POST', '/users', { token, body });
  if (status !== 200) throw new Error(`${uid} could not register: ${status}`);
  return { uid, token };
};

/** The key in `ids` of courses that are never removed or edited, so that clients receive exactly one `course-added` for each. */
export const permanentCourses = 'permanent courses';

const rememberId = ({ ids }: Acknowledged, list: string, id: string) => {
  ids.set(list, (ids.get(list) ?? new Set()).add(id));
};

/** Sends the commands of one round of an Admin: courses, announcements, a role change, and a user who is active and then removed. */
const administer = async (product: Product, admin: Actor, round: number, acknowledged: Acknowledged) => {
  const act = createAct(product, admin, acknowledged);
  const [keptName, restoredName] = [`Stays ${round}`, `Comes back ${round}`];
  const keptCourse = await act('POST', '/courses', courseOf(keptName));
  rememberId(acknowledged, '/courses', keptCourse);
  rememberId(acknowledged, permanentCourses, keptCourse);
  const restoredCourse = await act('POST', '/courses', courseOf(restoredName));
  await act('PUT', `/courses/${restoredCourse}`, { ...courseOf(restoredName), price: round + 2 });
  const videos = [1, 2, 3, 4, 5].map((part) => `/${part}.webm`);
  await act('PUT', `/courses/${restoredCourse}/videos`, { videos });
  await act('DELETE', `/courses/${restoredCourse}`);
  await act('POST', `/courses/${restoredCourse}/restoration`);
  rememberId(acknowledged, '/courses', restoredCourse);
  rememberId(
    acknowledged,
    '/announcement',
    await act('POST', '/announcement', { type: 'Course Related', text: keptName }),
  );
  const withdrawn = await act('POST', '/announcement', { type: 'Exam Announcement', text: restoredName });
  await act('DELETE', `/announcement/${withdrawn}`);
  await act('POST', `/announcement/${withdrawn}/restoration`);
  rememberId(acknowledged, '/announcement', withdrawn);

  const guest = { uid: `guest-${round}`, token: product.tokenOf(`guest-${round}`) };
  const actAsGuest = createAct(product, guest, acknowledged);
  const registration = { name: 'A Guest', imageUrl: '/face.svg', email: emailOf(guest.uid) };
  const person = await actAsGuest('POST', '/users', { ...registration, userType: 'Instructor' });
  await act('PATCH', `/users/${person}`, { userType: 'Student' });
  await actAsGuest('POST', '/bookmarks', { courseId: keptCourse });
  const enrolment = await actAsGuest('POST', '/enrolledCourses', { courseId: keptCourse });
  await actAsGuest('POST', '/progress', { courseId: enrolment });
  await actAsGuest('POST', '/notes', { notes: 'Soon gone.', courseId: enrolment });
  await act('DELETE', `/users/${person}`);
};

/** Sends the commands of one round of a student: a new course, from bookmark to certificate and review. */
const learn = async (
  product: Product,
  { admin, student }: { admin: Actor; student: Actor },
  round: number,
  acknowledged: Acknowledged,
) => {
  const act = createAct(product, student, acknowledged);
  const asAdmin = createAct(product, admin, acknowledged);
  const email = emailOf(student.uid);
  const courseId = await asAdmin('POST', '/courses', courseOf(`Learnt ${round} by ${student.uid}`));
  rememberId(acknowledged, '/courses', courseId);
  rememberId(acknowledged, permanentCourses, courseId);
  const removedBookmark = await act('POST', '/bookmarks', { courseId });
  await act('DELETE', `/bookmarks/${removedBookmark}`);
  rememberId(acknowledged, `/bookmarks/${email}`, await act('POST', '/bookmarks', { courseId }));
  const enrolment = await act('POST', '/enrolledCourses', { courseId });
  await act('DELETE', `/enrolledCourses/${enrolment}`);
  await act('POST', '/enrolledCourses', { courseId });
  rememberId(acknowledged, `/enrolledCourses?email=${email}`, enrolment);
  await act('POST', '/progress', { courseId: enrolment });
  rememberId(acknowledged, `/progress/${email}`, enrolment);
  const note = await act('POST', '/notes', {
    notes: `Note ${round}`,
    courseId: enrolment,
    module: 1,
    second: 7,
  });
  await act('PUT', `/notes/${note}`, { notes: `Note ${round}, again` });
  await act('DELETE', `/notes/${note}`);
  await act('POST', `/notes/${note}/restoration`);
  rememberId(acknowledged, `/notes/${email}`, note);
  const quiz = await act('POST', '/quizzes', { code: 'CSE', kind: 'written', enrolmentId: enrolment });
  await act('POST', `/quizzes/${quiz}/answers`, { answers: {} });
  rememberId(acknowledged, `/quizzes?email=${email}`, quiz);
  for (let module = 1; module <= modulesPerCourse; module += 1)
    await act('PATCH', `/progress/${enrolment}`, { module });
  await act('POST', '/certificates', { enrolmentId: enrolment });
  rememberId(acknowledged, `/certificates/${email}`, enrolment);
  await act('POST', '/reviews', { rating: 1 + (round % 10), comment: 'So it is.', courseId: enrolment });
  const review = await act('POST', '/reviews', {
    rating: 9,
    comment: 'Better than I thought.',
    courseId: enrolment,
  });
  await asAdmin('DELETE', `/reviews/${review}`);
  await asAdmin('POST', `/reviews/${review}/restoration`);
  rememberId(acknowledged, '/reviews', review);
};

/**
 * Lets an Admin and some students send commands in rounds until `isStopped` returns true.
 * @returns when the current rounds are complete.
 * @throws Error for the first refusal.
 */
export const runSchoolActivity = async (
  product: Product,
  people: { admin: Actor; students: readonly Actor[] },
  acknowledged: Acknowledged,
  isStopped: () => boolean,
): Promise<void> => {
  const { admin, students } = people;
  const repeatRounds = async (round: (number: number) => Promise<void>) => {
    for (let number = 0; !isStopped(); number += 1) await round(number);
  };
  await Promise.all([
    repeatRounds((round) => administer(product, admin, round, acknowledged)),
    ...students.map((student) =>
      repeatRounds((round) => learn(product, { admin, student }, round, acknowledged)),
    ),
  ]);
};
