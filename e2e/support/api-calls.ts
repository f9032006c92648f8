import { randomUUID } from 'node:crypto';
import { fetchWithRetry } from './fetch-with-retry.ts';
import type { Product } from './product/start-product.ts';

const post = async (url: string, body: unknown, headers: Record<string, string> = {}) => {
  const response = await fetchWithRetry(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as Record<string, string>;
  if (!response.ok) throw new Error(`POST ${url}: ${response.status} ${JSON.stringify(answer)}`);
  return answer;
};

type Credentials = { email: string; password: string };

/** Calls the identity provider through the product's origin, like the client. @returns the tokens. */
const callIdentityProvider = async (
  product: Pick<Product, 'url'>,
  action: string,
  { email, password }: Credentials,
) => {
  const address = `${product.url}/identitytoolkit.googleapis.com/v1/accounts:${action}?key=demo-key`;
  const answer = await post(address, { email, password, returnSecureToken: true });
  const { idToken, refreshToken, localId, expiresIn } = answer;
  if (!idToken || !refreshToken || !localId) throw new Error('The identity provider returned no token.');
  return { idToken, refreshToken, uid: localId, expiresInSeconds: Number(expiresIn) };
};

/** Signs in with e-mail and password. @throws Error if the provider refuses them. @returns the tokens. */
export const signInWithPassword = (product: Pick<Product, 'url'>, credentials: Credentials) =>
  callIdentityProvider(product, 'signInWithPassword', credentials);

/** Signs in with e-mail and password. @throws Error if the provider refuses them. @returns an ID token. */
export const fetchToken = async (product: Pick<Product, 'url'>, credentials: Credentials): Promise<string> =>
  (await signInWithPassword(product, credentials)).idToken;

/** Creates an account and registers with it, like the registration form. @returns an ID token. */
export const registerUser = async (
  product: Pick<Product, 'url'>,
  person: Credentials & { name: string; userType: string },
): Promise<string> => {
  const { idToken: token } = await callIdentityProvider(product, 'signUp', person);
  const { name, email, userType } = person;
  await post(
    `${product.url}/users`,
    { name, email, userType, imageUrl: '/people/portrait-1.svg' },
    { authorization: `Bearer ${token}` },
  );
  return token;
};

export type CommandAnswer = { body: unknown; position: number };

/** Sends a command. @returns the body and the log position of the answer. @throws Error if it is refused. */
export const sendCommand = async (
  product: Pick<Product, 'url'>,
  token: string,
  method: string,
  path: string,
  body?: object,
): Promise<CommandAnswer> => {
  const answer = await fetchWithRetry(product.url + path, {
    method,
    headers: {
      ...(body ? { 'content-type': 'application/json' } : {}),
      authorization: `Bearer ${token}`,
      'idempotency-key': randomUUID(),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const received: unknown = await answer.json();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(received)}`);
  return { body: received, position: Number(answer.headers.get('log-position')) };
};

/** Returns the body of a request that adds a course. */
export const courseBody = (name: string) => ({
  course_code: 'MTH',
  course_name: name,
  duration: '1 year',
  difficulty: '5',
  category: 'General',
  details: 'How to count what was lost.',
  instructor: 'Nobody',
  price: 1,
  imageUrl: '/mark.svg',
});

/** Adds a course. @returns its id. */
export const addCourse = async (
  product: Pick<Product, 'url'>,
  token: string,
  name: string,
): Promise<string> => {
  const { insertedId } = await post(`${product.url}/courses`, courseBody(name), {
    authorization: `Bearer ${token}`,
    'idempotency-key': randomUUID(),
  });
  if (!insertedId) throw new Error('The answer contains no course id.');
  return insertedId;
};

type ListedCourse = { _id: string; course_name: string; course_code: string };

/** Enrols a student in the course with this name and starts it. @returns the enrolment's id. */
export const enrolAndStart = async (
  product: Pick<Product, 'url'>,
  token: string,
  name: string,
): Promise<string> => {
  const listed = await fetchWithRetry(`${product.url}/courses`, {});
  const course = ((await listed.json()) as ListedCourse[]).find(
    (candidate) => candidate.course_name === name,
  );
  if (!course) throw new Error(`There is no course ${name}.`);
  const headers = { authorization: `Bearer ${token}` };
  const { insertedId } = await post(
    `${product.url}/enrolledCourses`,
    { courseId: course._id },
    { ...headers, 'idempotency-key': randomUUID() },
  );
  if (!insertedId) throw new Error('The answer contains no enrolment id.');
  const start = { courseId: insertedId, courseName: course.course_code };
  await post(`${product.url}/progress`, start, { ...headers, 'idempotency-key': randomUUID() });
  return insertedId;
};

/** Completes modules of a started course. */
export const completeModules = async (
  product: Pick<Product, 'url'>,
  token: string,
  enrolmentId: string,
  modules: readonly number[],
): Promise<void> => {
  for (const module of modules) {
    const answer = await fetchWithRetry(`${product.url}/progress/${enrolmentId}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ module }),
    });
    if (!answer.ok) throw new Error(`Module ${module}: ${answer.status} ${await answer.text()}`);
  }
};
