import type { z } from 'zod/mini';
import { deleteAnswer, insertAnswer, updateAnswer } from '#contract/schemas/command-results.ts';
import type { CourseFields, courseVideos } from '#contract/schemas/courses.ts';
import { sendCommand } from '../../client/api/send-command.ts';

const getCoursePath = (id: string) => `/courses/${encodeURIComponent(id)}`;

/** Adds a course. @param key idempotency key, the same for all attempts to send one form. @throws ApiError */
export const addCourse = (fields: CourseFields, key: string) =>
  sendCommand('POST', '/courses', insertAnswer, { body: fields, key });

export const updateCourse = (id: string, fields: CourseFields) =>
  sendCommand('PUT', getCoursePath(id), updateAnswer, { body: fields });

/** Sets the course's own videos. `videos: null` restores the lesson clips. @throws ApiError */
export const updateCourseVideos = (id: string, body: z.input<typeof courseVideos>) =>
  sendCommand('PUT', `${getCoursePath(id)}/videos`, updateAnswer, { body });

export const removeCourse = (id: string) => sendCommand('DELETE', getCoursePath(id), deleteAnswer);

export const restoreCourse = (id: string) =>
  sendCommand('POST', `${getCoursePath(id)}/restoration`, updateAnswer);
