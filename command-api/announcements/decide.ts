import type { AnnouncementEvent } from '#events/catalogue/announcement.ts';
import type { NewAnnouncement } from '#contract/announcements.ts';
import {
  type DeleteAnswer,
  deleted,
  type InsertAnswer,
  inserted,
  type UpdateAnswer,
  updated,
} from '#contract/answers.ts';
import { may } from '#contract/policies.ts';
import { problemError } from '#platform/problems.ts';
import type { Actor } from '../actor/actor.ts';
import { requireOwn } from '../actor/own.ts';
import type { Decided } from '../calls/decided.ts';
import type { CourseState } from '../courses/decide.ts';
import { requireListed } from '../courses/require-listed.ts';
import type { AnnouncementState } from './announcement.ts';

type AnnouncementDecision<A> = Decided<AnnouncementEvent, A>;

const dayInMs = 86_400_000;
const dayOf = (at: Date) => at.toISOString().slice(0, 10);

/** Today somewhere on earth, as seen from `now`: clocks of all time zones lie within a day of the server's. */
const isToday = (date: string, now: Date): boolean =>
  Math.abs(Date.parse(date) - Date.parse(dayOf(now))) <= dayInMs;

/**
 * Posts an announcement as the role that the poster has.
 * @param states.course the course that it is for; null where it is for everybody.
 * @throws `forbidden` when the body claims another role; `invalid-input` for a date that is not today's;
 * `no-such-course`, `course-withdrawn`.
 */
export const postAnnouncement = (
  command: { id: string; actor: Actor; body: NewAnnouncement; now: Date },
  states: { announcement: AnnouncementState; course: CourseState | null },
): AnnouncementDecision<InsertAnswer> => {
  const { id, actor, body, now } = command;
  const answer = inserted(id);
  if (states.announcement.status !== 'unknown') return { events: [], answer };
  if (actor.role === 'Student' || (body.userType !== undefined && body.userType !== actor.role))
    throw problemError('forbidden', `You post announcements as what you are: ${actor.role}.`);
  const date = body.date ?? dayOf(now);
  if (!isToday(date, now)) {
    const message = 'An announcement carries the date of today. Check the clock of your device.';
    throw problemError('invalid-input', message, [{ path: 'date', message }]);
  }
  if (states.course) requireListed(states.course);
  const { type, text, courseId = null } = body;
  const data = { userId: actor.id, userType: actor.role, courseId, type, date, text };
  return { events: [{ type: 'AnnouncementPosted', data }], answer };
};

/** @throws `forbidden` for another's announcement, unless an Admin asks. */
export const withdrawAnnouncement = (
  actor: Actor,
  state: AnnouncementState,
): AnnouncementDecision<DeleteAnswer> => {
  if (state.status === 'unknown') return { events: [], answer: deleted(0) };
  if (!may(actor.role, 'announcement.withdrawOther')) requireOwn(actor, state.userId);
  if (state.status === 'withdrawn') return { events: [], answer: deleted(0) };
  const { userId, courseId } = state;
  const by = actor.id === userId ? 'poster' : 'admin';
  return {
    events: [{ type: 'AnnouncementWithdrawn', data: { userId, courseId, by } }],
    answer: deleted(1),
  };
};

/**
 * Brings a withdrawn announcement back; one that stands already stays.
 * @throws `forbidden` for another's, and for one's own that an Admin withdrew, unless an Admin asks.
 */
export const restoreAnnouncement = (
  actor: Actor,
  state: AnnouncementState,
): AnnouncementDecision<UpdateAnswer> => {
  if (state.status === 'unknown') return { events: [], answer: updated(0, 0) };
  if (!may(actor.role, 'announcement.withdrawOther')) {
    requireOwn(actor, state.userId);
    if (state.status === 'withdrawn' && state.by === 'admin')
      throw problemError(
        'forbidden',
        'An admin withdrew this announcement. Only an admin can bring it back.',
      );
  }
  if (state.status === 'posted') return { events: [], answer: updated(1, 0) };
  const { userId, courseId } = state;
  return { events: [{ type: 'AnnouncementRestored', data: { userId, courseId } }], answer: updated(1, 1) };
};
