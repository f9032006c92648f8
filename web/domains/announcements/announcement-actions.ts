import type { NewAnnouncement, NewStudentMessage } from '#contract/schemas/announcements.ts';
import { deleteAnswer, insertAnswer, updateAnswer } from '#contract/schemas/command-results.ts';
import { sendCommand } from '../../client/api/send-command.ts';

/** Posts an announcement. @param key idempotency key, the same for all attempts to send one form. @throws ApiError */
export const postAnnouncement = (body: NewAnnouncement, key: string) =>
  sendCommand('POST', '/announcement', insertAnswer, { body, key });

/** Sends a message to students of a course. @param key idempotency key, as in {@link postAnnouncement}. @throws ApiError */
export const messageStudents = (courseId: string, body: NewStudentMessage, key: string) =>
  sendCommand('POST', `/courses/${encodeURIComponent(courseId)}/messages`, insertAnswer, { body, key });

export const withdrawAnnouncement = (id: string) =>
  sendCommand('DELETE', `/announcement/${encodeURIComponent(id)}`, deleteAnswer);

export const restoreAnnouncement = (id: string) =>
  sendCommand('POST', `/announcement/${encodeURIComponent(id)}/restoration`, updateAnswer);
