import { randomUUID } from 'node:crypto';
import { addCourse, completeModules, registerUser, sendCommand } from '../api-calls.ts';
import { fetchWithRetry } from '../fetch-with-retry.ts';
import type { Product } from '../product/start-product.ts';
import type { Traces } from './traces.ts';

export type SchoolUser = { name: string; email: string; password: string; token: string; id: string };

/** A school in which one user has left personal data of every kind. */
export type SchoolWithTraces = {
  admin: SchoolUser;
  instructor: SchoolUser;
  bystander: SchoolUser;
  /** The user who will be removed. */
  leaver: SchoolUser;
  traces: Traces;
  courseName: string;
  ids: {
    course: string;
    enrolment: string;
    review: string;
    notes: string[];
    quizzes: string[];
    certificate: string;
    announcement: string;
  };
};

const tag = randomUUID().slice(0, 8);

/** Unique texts with characters that are escaped in JSON, HTML and URLs. */
const traces = {
  name: `Zerafina “Zee” O’Quillfeather ${tag}`,
  nameBefore: `Zerafina Maidenname & Sons ${tag}`,
  email: `zerafina.quillfeather+${tag}@leavers.example`,
  photo: `https://pictures.example/people/zerafina-${tag}.png?size=200&crop=face`,
  photoBefore: `https://pictures.example/people/maiden-${tag}.png`,
  note: `My note in its final form:\n"quoted" <b>&</b> ${tag}`,
  noteBefore: `My note before I changed it, ${tag}`,
  noteRemoved: `A note that I deleted, ${tag}`,
  review: `A review "in its final form" & loved by 10 of 9 ${tag}`,
  reviewBefore: `My first review, before I revised it, ${tag}`,
  answer: `A written answer: it ends because n gets smaller, ${tag}`,
  remark: `A kind remark on the answers, ${tag}`,
} as const;

const registerPerson = async (
  product: Pick<Product, 'url'>,
  profile: { name: string; email: string; userType: string },
): Promise<SchoolUser> => {
  const account = { ...profile, password: 'open sesame' };
  const token = await registerUser(product, account);
  const headers = { authorization: `Bearer ${token}` };
  const record = await fetchWithRetry(`${product.url}/users/${encodeURIComponent(profile.email)}`, {
    headers,
  });
  const { _id: id } = (await record.json()) as { _id: string };
  return { ...account, token, id };
};

/** Registers users in an empty school and lets one of them leave every kind of personal data. */
export const createSchoolWithTraces = async (product: Pick<Product, 'url'>): Promise<SchoolWithTraces> => {
  const registerNamed = (name: string, userType: string) =>
    registerPerson(product, {
      name: `${name} ${tag}`,
      email: `${name.toLowerCase()}-${tag}@school.example`,
      userType,
    });
  const admin = await registerNamed('Adah', 'Admin');
  const instructor = await registerNamed('Ines', 'Instructor');
  const bystander = await registerNamed('Bela', 'Student');
  const leaver = await registerPerson(product, {
    name: traces.nameBefore,
    email: traces.email,
    userType: 'Student',
  });
  const createSender = (user: SchoolUser) => async (method: string, path: string, body?: object) =>
    (await sendCommand(product, user.token, method, path, body)).body as Record<string, unknown>;
  const asAdmin = createSender(admin);
  const asInstructor = createSender(instructor);
  const asLeaver = createSender(leaver);
  const readInsertedId = async (answer: Promise<Record<string, unknown>>) =>
    String((await answer).insertedId);

  const email = encodeURIComponent(traces.email);
  await asLeaver('PUT', `/users/${email}`, { name: traces.nameBefore, imageUrl: traces.photoBefore });
  await asLeaver('PUT', `/users/${email}`, { name: traces.name, imageUrl: traces.photo });

  const courseName = `Leaving and staying ${tag}`;
  const course = await addCourse(product, admin.token, courseName);
  const fields = (await (await fetchWithRetry(`${product.url}/courses/${course}`, {})).json()) as object;
  await asAdmin('PUT', `/courses/${course}`, { ...fields, instructorId: instructor.id });
  const announcement = await readInsertedId(
    asInstructor('POST', '/announcement', {
      type: 'Course Related',
      text: `Welcome ${tag}`,
      courseId: course,
    }),
  );

  await asLeaver('POST', '/bookmarks', { courseId: course });
  const enrolment = await readInsertedId(asLeaver('POST', '/enrolledCourses', { courseId: course }));
  await asLeaver('POST', '/progress', { courseId: enrolment, courseName: 'MTH' });
  await asLeaver('PUT', '/playback', { enrolmentId: enrolment, module: 2, second: 17 });
  await asInstructor('POST', `/courses/${course}/messages`, {
    text: `Only for a few ${tag}`,
    studentIds: [leaver.id],
  });
  const note = await readInsertedId(
    asLeaver('POST', '/notes', { courseId: enrolment, notes: traces.noteBefore }),
  );
  await asLeaver('PUT', `/notes/${note}`, { notes: traces.note });
  const removedNote = await readInsertedId(
    asLeaver('POST', '/notes', { courseId: enrolment, notes: traces.noteRemoved }),
  );
  await asLeaver('DELETE', `/notes/${removedNote}`);

  const quiz = (await asLeaver('POST', '/quizzes', {
    code: 'MTH',
    kind: 'written',
    enrolmentId: enrolment,
  })) as {
    _id: string;
    questions: { id: string }[];
  };
  const [question] = quiz.questions;
  await asLeaver('POST', `/quizzes/${quiz._id}/answers`, {
    answers: { [question?.id ?? '']: traces.answer },
  });
  await asInstructor('PATCH', `/quizzes/${quiz._id}/marks`, {
    marks: { [question?.id ?? '']: 7 },
    remark: traces.remark,
  });
  await completeModules(product, leaver.token, enrolment, [1, 2, 3, 4, 5]);
  const review = await readInsertedId(
    asLeaver('POST', '/reviews', { courseId: enrolment, rating: 8, comment: traces.reviewBefore }),
  );
  await asLeaver('POST', '/reviews', { courseId: enrolment, rating: 9, comment: traces.review });
  const certificate = (await asLeaver('POST', '/certificates', { enrolmentId: enrolment })) as {
    number: string;
  };
  await asLeaver('PUT', '/announcement/seen', { position: 1 });

  return {
    admin,
    instructor,
    bystander,
    leaver,
    traces,
    courseName,
    ids: {
      course,
      enrolment,
      review,
      announcement,
      certificate: certificate.number,
      notes: [note, removedNote],
      quizzes: [quiz._id],
    },
  };
};

/** Sends invalid requests with personal data. Neither the refusals nor the logs may repeat it. @returns the refusals. */
export const sendInvalidRequests = async (url: string, user: SchoolUser): Promise<Map<string, string>> => {
  const headers = {
    authorization: `Bearer ${user.token}`,
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
  };
  const email = encodeURIComponent(traces.email);
  const requests: [method: string, path: string, body?: string][] = [
    ['POST', '/notes', `{"notes": "${traces.noteBefore}", broken`],
    ['POST', '/notes', JSON.stringify({ notes: { text: traces.noteBefore }, courseId: traces.email })],
    ['PUT', `/users/${email}`, JSON.stringify({ name: traces.name.repeat(20), imageUrl: traces.email })],
    [
      'POST',
      '/users',
      JSON.stringify({ name: traces.name, imageUrl: '/x', email: 'another@leavers.example' }),
    ],
    ['POST', '/me/removal', JSON.stringify({ email: `x${traces.email}` })],
    ['DELETE', `/users/${email}`],
    ['GET', `/nowhere/${email}?name=${encodeURIComponent(traces.name)}`],
    ['GET', `/courses/${email}`],
    ['PATCH', `/reviews/${email}`, JSON.stringify({ comment: traces.review })],
    ['POST', '/announcement', JSON.stringify({ type: traces.name, text: traces.note })],
  ];
  const answers = new Map<string, string>();
  for (const [method, path, body] of requests) {
    const answer = await fetchWithRetry(url + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
    });
    if (answer.ok) throw new Error(`${method} ${path} should have been refused.`);
    answers.set(`refusal of ${method} ${path.replaceAll(email, '…')} ${answers.size}`, await answer.text());
  }
  return answers;
};
