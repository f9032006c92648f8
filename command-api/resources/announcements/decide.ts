import { isPermitted } from '#contract/policies.ts';
import type { NewAnnouncement, NewStudentMessage } from '#contract/schemas/announcements.ts';
import type { DeleteAnswer, InsertAnswer, UpdateAnswer } from '#contract/schemas/command-results.ts';
import { deleted, inserted, updated } from '#contract/schemas/command-results.ts';
import type { AnnouncementEvent } from '#events/catalogue/streams/announcement.ts';
import { problemError } from '#platform/problems.ts';
import type { AnnouncementState } from '../../aggregates/announcement.ts';
import type { CourseState } from '../../aggregates/course.ts';
import { type Actor, requireOwn } from '../../authorization.ts';
import type { StreamDecision } from '../../command-handler/decision.ts';
import { requireListed, requireTeacherOrAdmin } from '../courses/course-rules.ts';

type AnnouncementDecision<A> = StreamDecision<AnnouncementEvent, A>;

/**
 * Posts an announcement in the role of the actor. An announcement that already exists was posted by the same request, so the answer is the
 * same.
 * @param states.course the course that the announcement is for; null if it is for everybody.
 * @throws `forbidden` if the actor is a Student, if the body names a different role, or if an Instructor does not teach the course;
 * `invalid-input` for a date that is too far from today ({@link isCloseToToday}); `no-such-course`; `course-withdrawn` if the course was
 * removed from the catalogue.
 */
export const postAnnouncement = (
  command: { id: string; actor: Actor; body: NewAnnouncement; now: Date },
  states: { announcement: AnnouncementState; course: CourseState | null },
): AnnouncementDecision<InsertAnswer> => {
  const { id, actor, body, now } = command;
  const answer = inserted(id);
  if (states.announcement.status !== 'unknown') return { events: [], answer };
  if (actor.role === 'Student' || (body.userType !== undefined && body.userType !== actor.role))
    throw problemError('forbidden', `You can post announcements only in your own role: ${actor.role}.`);
  const date = requireToday(body.date, now);
  if (states.course) requireTeacherOrAdmin(actor, requireListed(states.course));
  const { type, text, courseId = null } = body;
  const data = { userId: actor.id, userType: actor.role, courseId, type, date, text };
  return { events: [{ type: 'AnnouncementPosted', data }], answer };
};

/**
 * Sends a message to selected students of a course. A message that already exists was sent by the same request.
 * @param areEnrolled whether all recipients are students of the course now.
 * @throws `forbidden` unless the actor is an Admin or teaches the course; `invalid-input` for a date that is too far from today
 * ({@link isCloseToToday}); `no-such-course`; `course-withdrawn`; `not-enrolled`. Permissions are checked first, so that the answer
 * reveals nothing about the students of other people's courses.
 */
export const messageStudents = (
  command: { id: string; actor: Actor; courseId: string; body: NewStudentMessage; now: Date },
  states: { announcement: AnnouncementState; course: CourseState },
  areEnrolled: boolean,
): AnnouncementDecision<InsertAnswer> => {
  const { id, actor, courseId, body, now } = command;
  const answer = inserted(id);
  if (states.announcement.status !== 'unknown') return { events: [], answer };
  if (actor.role === 'Student')
    throw problemError('forbidden', 'Only Admins and Instructors can send messages to students.');
  requireTeacherOrAdmin(actor, requireListed(states.course));
  const date = requireToday(body.date, now);
  if (!areEnrolled)
    throw problemError(
      'not-enrolled',
      'The list of students has changed: somebody on it is not a student of the course any more. Load the list again.',
    );
  const recipientIds = [...new Set(body.studentIds)];
  const data = { userId: actor.id, userType: actor.role, courseId, date, text: body.text, recipientIds };
  return { events: [{ type: 'StudentMessagePosted', data }], answer };
};

/** Withdraws an announcement. @throws `forbidden` for another user's announcement, unless the actor is an Admin. */
export const withdrawAnnouncement = (
  actor: Actor,
  state: AnnouncementState,
): AnnouncementDecision<DeleteAnswer> => {
  if (state.status === 'unknown') return { events: [], answer: deleted(0) };
  if (!isPermitted(actor.role, 'announcement.withdrawOther')) requireOwn(actor, state.userId);
  if (state.status === 'withdrawn') return { events: [], answer: deleted(0) };
  const { userId, courseId } = state;
  const by = actor.id === userId ? 'poster' : 'admin';
  return {
    events: [{ type: 'AnnouncementWithdrawn', data: { userId, courseId, by } }],
    answer: deleted(1),
  };
};

/**
 * Restores a withdrawn announcement. The sender of a message to selected students can restore it only while they teach the course,
 * unless they are an Admin. Otherwise a former teacher could make the students read the message again.
 * @param states.course the course of a message to selected students; null for other announcements.
 * @throws `forbidden`, unless the actor is an Admin, for another user's announcement, for one that an Admin withdrew, and for a
 * message about a course that the actor no longer teaches.
 */
export const restoreAnnouncement = (
  actor: Actor,
  { announcement: state, course }: { announcement: AnnouncementState; course: CourseState | null },
): AnnouncementDecision<UpdateAnswer> => {
  if (state.status === 'unknown') return { events: [], answer: updated(0, 0) };
  if (!isPermitted(actor.role, 'announcement.withdrawOther')) {
    requireOwn(actor, state.userId);
    if (state.status === 'withdrawn' && state.by === 'admin')
      throw problemError('forbidden', 'An Admin withdrew this announcement. Only an Admin can restore it.');
  }
  if (state.status === 'posted') return { events: [], answer: updated(1, 0) };
  if (course && course.status !== 'unknown') requireTeacherOrAdmin(actor, course.fields);
  const { userId, courseId } = state;
  return { events: [{ type: 'AnnouncementRestored', data: { userId, courseId } }], answer: updated(1, 1) };
};

const dayMs = 86_400_000;
const dateOf = (time: Date) => time.toISOString().slice(0, 10);

/** Returns the requested date; by default the current date in UTC. @throws `invalid-input` unless {@link isCloseToToday}. */
const requireToday = (date: string | undefined, now: Date): string => {
  if (date === undefined) return dateOf(now);
  if (isCloseToToday(date, now)) return date;
  const message = 'The date of an announcement must be today. Check the clock of your device.';
  throw problemError('invalid-input', message, [{ path: 'date', message }]);
};

/**
 * Returns whether a date is at most one day from the date in UTC, as the current date is in every time zone. The time zone of the actor
 * is unknown.
 */
const isCloseToToday = (date: string, now: Date): boolean =>
  Math.abs(Date.parse(date) - Date.parse(dateOf(now))) <= dayMs;
