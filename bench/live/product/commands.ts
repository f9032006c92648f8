/** Commands of the benchmark, sent over HTTP as the product's client sends them. */
import { randomUUID } from 'node:crypto';
import { modulesPerCourse } from '#contract/schemas/enrolments.ts';

export type CommandResult = {
  position: number;
  insertedId: string;
  /** When the answer arrived, as `process.hrtime.bigint()` in nanoseconds. */
  answeredAt: bigint;
};

type Endpoint = readonly [method: 'POST' | 'PATCH', path: string];

/** Sends a command. @throws Error with the answer if it is refused. */
const sendCommand = async (
  address: string,
  token: string,
  [method, path]: Endpoint,
  body: unknown,
): Promise<CommandResult> => {
  const response = await fetch(address + path, {
    method,
    headers: {
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      authorization: `Bearer ${token}`,
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(60_000),
  });
  const answeredAt = process.hrtime.bigint();
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  const position = Number(response.headers.get('log-position') ?? Number.NaN);
  return { position, insertedId: (JSON.parse(text) as { insertedId?: string }).insertedId ?? '', answeredAt };
};

export type Person = { email: string; token: string };

/** Creates an account at the identity provider and registers its user. */
export const register = async (address: string, name: string, userType: string): Promise<Person> => {
  const email = `${name.toLowerCase().replaceAll(' ', '-')}@example.org`;
  const response = await fetch(`${address}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=demo-key`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'open sesame', returnSecureToken: true }),
    signal: AbortSignal.timeout(60_000),
  });
  const { idToken } = (await response.json()) as { idToken?: string };
  if (!idToken) throw new Error(`The identity provider gave ${name} no token.`);
  const profile = { name, email, userType, imageUrl: '/people/portrait-1.svg' };
  await sendCommand(address, idToken, ['POST', '/users'], profile);
  return { email, token: idToken };
};

/** Posts an announcement to everybody. */
export const postAnnouncement = (address: string, { token }: Person, text: string): Promise<CommandResult> =>
  sendCommand(address, token, ['POST', '/announcement'], { type: 'Course Related', text });

/** Adds a course and lets the student complete it. @returns a function that submits or revises the student's review. */
export const completeCourse = async (address: string, admin: Person, student: Person) => {
  const { insertedId: courseId } = await sendCommand(address, admin.token, ['POST', '/courses'], {
    course_code: 'MTH',
    course_name: 'Measures',
    duration: '1 year',
    difficulty: '5',
    category: 'General',
    details: 'How long it takes.',
    instructor: 'Nobody',
    price: 1,
    imageUrl: '/mark.svg',
  });
  const sendAsStudent = (endpoint: Endpoint, body: unknown) =>
    sendCommand(address, student.token, endpoint, body);
  const { insertedId: enrolmentId } = await sendAsStudent(['POST', '/enrolledCourses'], { courseId });
  // The API accepts the id of the enrolment as `courseId`.
  await sendAsStudent(['POST', '/progress'], { courseId: enrolmentId });
  for (let module = 1; module <= modulesPerCourse; module += 1)
    await sendAsStudent(['PATCH', `/progress/${enrolmentId}`], { module });
  return (rating: number) =>
    sendAsStudent(['POST', '/reviews'], { rating, comment: `Worth ${rating}.`, courseId: enrolmentId });
};
