import type { NewAnnouncement } from '#contract/announcements.ts';
import { deleteAnswer, insertAnswer, updateAnswer } from '#contract/answers.ts';
import { act } from '../../client/api/act.ts';
import { logFailure } from '../../client/log-failure.ts';
import { isInPast } from '../../client/as-of/past.ts';
import { noteSeen } from './announcements.ts';

/** @param key one for all tries of a form. @throws ApiError */
export const postAnnouncement = (body: NewAnnouncement, key: string) =>
  act('POST', '/announcement', insertAnswer, { body, key });

/** @throws ApiError */
export const withdrawAnnouncement = (id: string) =>
  act('DELETE', `/announcement/${encodeURIComponent(id)}`, deleteAnswer);

/** @throws ApiError */
export const restoreAnnouncement = (id: string) =>
  act('POST', `/announcement/${encodeURIComponent(id)}/restoration`, updateAnswer);

/** Says that everything up to here was seen, here at once and on the person's other devices when it has arrived. */
export const seeUpTo = (position: number): void => {
  if (isInPast()) return;
  noteSeen(position);
  // Not said is seen again elsewhere: nothing that a person need be told.
  act('PUT', '/announcement/seen', updateAnswer, { body: { position } }).catch((error) =>
    logFailure('What was seen could not be kept.', error),
  );
};
