import { deleteAnswer, insertAnswer, updateAnswer } from '#contract/schemas/command-results.ts';
import type { CourseFields } from '#contract/schemas/courses.ts';
import { sendCommand } from '../../client/api/send-command.ts';

export const getCoursePath = (id: string) => `/courses/${encodeURIComponent(id)}`;

/** Adds a course. @param key idempotency key, the same for all attempts to send one form. @throws ApiError */
export const addCourse = (fields: CourseFields, key: string) =>
  sendCommand('POST', '/courses', insertAnswer, { body: fields, key });

export const removeCourse = (id: string) => sendCommand('DELETE', getCoursePath(id), deleteAnswer);

export const restoreCourse = (id: string) =>
  sendCommand('POST', `${getCoursePath(id)}/restoration`, updateAnswer);
