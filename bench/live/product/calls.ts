/** The product's calls that the benchmark makes, over HTTP as its client makes them. */
import { randomUUID } from 'node:crypto';

export type Answer = { position: number; insertedId: string; at: bigint };

/**
 * One command. `at` is when its answer had arrived, by the machine's clock in nanoseconds.
 * @throws with the answer when it is a refusal.
 */
export const command = async (
  address: string,
  token: string | null,
  [method, path]: readonly [method: 'POST' | 'PATCH', path: string],
  body: unknown,
): Promise<Answer> => {
  const response = await fetch(address + path, {
    method,
    headers: {
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(60_000),
  });
  const at = process.hrtime.bigint();
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  const position = Number(response.headers.get('log-position') ?? Number.NaN);
  return { position, insertedId: (JSON.parse(text) as { insertedId?: string }).insertedId ?? '', at };
};

export type Person = { email: string; token: string };

/** Makes an account with the identity provider and registers with it. */
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
  const facts = { name, email, userType, imageUrl: '/people/portrait-1.svg' };
  await command(address, idToken, ['POST', '/users'], facts);
  return { email, token: idToken };
};

export const announce = (address: string, { token }: Person, text: string): Promise<Answer> =>
  command(address, token, ['POST', '/announcement'], { type: 'Course Related', text });

/** Adds a course and takes the student to its end. @returns how they review it, again and again. */
export const finishCourse = async (address: string, admin: Person, student: Person) => {
  const { insertedId: courseId } = await command(address, admin.token, ['POST', '/courses'], {
    ...{
      course_code: 'MTH',
      course_name: 'Measures',
      duration: '1 year',
      difficulty: '5',
      category: 'General',
    },
    ...{ details: 'How long it takes.', instructor: 'Nobody', price: 1, imageUrl: '/mark.svg' },
  });
  const asStudent = (call: readonly ['POST' | 'PATCH', string], body: unknown) =>
    command(address, student.token, call, body);
  const { insertedId: enrolmentId } = await asStudent(['POST', '/enrolledCourses'], { courseId });
  await asStudent(['POST', '/progress'], { courseId: enrolmentId, courseName: 'MTH' });
  for (let module = 1; module <= 5; module += 1)
    await asStudent(['PATCH', `/progress/${enrolmentId}`], { module });
  return (rating: number) =>
    asStudent(['POST', '/reviews'], { rating, comment: `Worth ${rating}.`, courseId: enrolmentId });
};
