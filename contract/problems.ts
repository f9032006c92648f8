import { z } from 'zod/mini';

/** The stable `code` of every problem answer, with HTTP status and title. Clients use `code`; users read `detail`. */
export const problemTypes = {
  'invalid-input': { status: 400, title: 'The input is not valid' },
  'broken-json': { status: 400, title: 'The body is not JSON' },
  'sign-in-required': { status: 401, title: 'Sign in first' },
  'token-invalid': { status: 401, title: 'The sign-in is no longer valid' },
  forbidden: { status: 403, title: 'Not allowed' },
  'registration-incomplete': { status: 403, title: 'Complete the registration first' },
  'email-unverified': { status: 403, title: 'Verify your e-mail address first' },
  'sign-in-too-old': { status: 403, title: 'Sign in again first' },
  'second-factor-required': { status: 403, title: 'Sign in with a second factor first' },
  'account-removed': { status: 403, title: 'The account was removed' },
  'not-found': { status: 404, title: 'Not found' },
  'method-not-allowed': { status: 405, title: 'The method is not allowed here' },
  conflict: { status: 409, title: 'Not possible in the current state' },
  past: { status: 409, title: 'The past cannot be changed' },
  'course-withdrawn': { status: 409, title: 'The course was removed from the catalogue' },
  'course-complete': { status: 409, title: 'The course is complete' },
  'course-incomplete': { status: 409, title: 'The course is not complete yet' },
  'review-replaced': { status: 409, title: 'A newer review replaced it' },
  'review-taken-back': { status: 409, title: 'Its author removed the review' },
  'course-not-started': { status: 409, title: 'The course has to be started first' },
  'no-questions': { status: 409, title: 'There are no questions' },
  'email-taken': { status: 409, title: 'Somebody else has this e-mail address' },
  'last-admin': { status: 409, title: 'The last Admin cannot be removed' },
  'body-too-large': { status: 413, title: 'The body is too large' },
  'not-json': { status: 415, title: 'Only JSON is supported' },
  'range-not-satisfiable': { status: 416, title: 'The requested range does not exist' },
  'key-reused': { status: 422, title: 'The idempotency key was used for something else' },
  'no-such-course': { status: 422, title: 'There is no such course' },
  'not-enrolled': { status: 422, title: 'Not everybody is a student of the course' },
  'too-many-requests': { status: 429, title: 'Too many requests' },
  'internal-error': { status: 500, title: 'Something went wrong here' },
  unavailable: { status: 503, title: 'Try again in a moment' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ProblemCode = keyof typeof problemTypes;

/** An error answer: RFC 9457 `application/problem+json`. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.string(),
  detail: z.string(),
  requestId: z.string(),
  errors: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
});
export type Problem = z.infer<typeof problem>;
