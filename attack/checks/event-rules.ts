import type { Permission } from '#contract/policies.ts';
import type { DomainEventType } from '#events/catalogue/catalogue.ts';
import type { StoredEvent } from '../target.ts';
import type { Policies } from './answers.ts';

/** The facts that the rules may use to check an event. */
type RuleContext = {
  event: StoredEvent;
  actor: { id: string; role: string };
  /** All events of the command that caused the event. */
  eventsOfCommand: readonly StoredEvent[];
  policies: Policies;
  /** Returns the id of the teacher of a course at the time of the event; null if the course has none. */
  teacherOf(courseId: string): string | null;
  /** Whether the stream of the event is a message to selected students. */
  isStudentMessage: boolean;
  /** The id of the user who last withdrew the announcement; null if it was never withdrawn. */
  withdrawnBy: string | null;
};

/** Returns whether the actor was permitted to cause the event. */
type EventRule = (context: RuleContext) => boolean;

const hasPermission = ({ actor, policies }: RuleContext, permission: Permission): boolean =>
  (policies[permission] ?? []).includes(actor.role);
const isOwn = ({ event, actor }: RuleContext): boolean => event.data.userId === actor.id;
const isAboutActor = ({ event, actor }: RuleContext): boolean => event.stream === `user-${actor.id}`;

const needs =
  (permission: Permission): EventRule =>
  (context) =>
    hasPermission(context, permission);
/** Permits the event only if the record is the actor's own. */
const needsOwn =
  (permission: Permission): EventRule =>
  (context) =>
    hasPermission(context, permission) && isOwn(context);
/** Permits the event for the actor's own record; for other records only with `permissionForOthers` as well. */
const needsOwnOr =
  (permission: Permission, permissionForOthers: Permission): EventRule =>
  (context) =>
    hasPermission(context, permission) && (isOwn(context) || hasPermission(context, permissionForOthers));
const never: EventRule = () => false;

const teaches = (context: RuleContext, courseId: unknown): boolean =>
  typeof courseId === 'string' && context.teacherOf(courseId) === context.actor.id;

/** The rules that say who may cause each event. They are written independently of the deciders, so that a fault in either is found. */
export const eventRules: Readonly<Record<DomainEventType, EventRule>> = {
  CourseAdded: needs('course.add'),
  CourseEdited: (context) => {
    if (hasPermission(context, 'course.edit')) return true;
    const changes = Object.keys((context.event.data.changes ?? {}) as object);
    const courseId = context.event.stream.slice('course-'.length);
    return (
      hasPermission(context, 'course.editVideos') &&
      changes.every((name) => name === 'videos') &&
      teaches(context, courseId)
    );
  },
  CourseRemoved: needs('course.remove'),
  CourseRestored: needs('course.restore'),
  // A person who is signed in may register only themselves.
  UserRegistered: isAboutActor,
  UserProfileEdited: (context) => hasPermission(context, 'user.editOwn') && isAboutActor(context),
  // The recorded e-mail address of a user changes to the one in the user's token.
  UserEmailChanged: isAboutActor,
  UserRoleChanged: needs('user.changeRole'),
  UserWishDeclined: needs('user.changeRole'),
  UserRemoved: (context) =>
    hasPermission(context, 'user.remove') ||
    (hasPermission(context, 'user.removeOwn') && isAboutActor(context)),
  AdminAppointed: (context) =>
    hasPermission(context, 'user.changeRole') ||
    (isOwn(context) && context.eventsOfCommand.some(({ type }) => type === 'UserRegistered')),
  AdminDismissed: (context) =>
    hasPermission(context, 'user.changeRole') || hasPermission(context, 'user.remove') || isOwn(context),
  ReviewSubmitted: needsOwn('review.write'),
  ReviewRevised: needsOwn('review.write'),
  ReviewRemoved: needsOwnOr('review.remove', 'review.removeOther'),
  ReviewRestored: needs('review.restore'),
  AnnouncementPosted: (context) => {
    const { userType, courseId } = context.event.data;
    return (
      needsOwn('announcement.post')(context) &&
      userType === context.actor.role &&
      (courseId === null || hasPermission(context, 'course.edit') || teaches(context, courseId))
    );
  },
  StudentMessagePosted: (context) => {
    const { userType, courseId } = context.event.data;
    return (
      needsOwn('announcement.post')(context) &&
      userType === context.actor.role &&
      (hasPermission(context, 'course.edit') || teaches(context, courseId))
    );
  },
  AnnouncementWithdrawn: needsOwnOr('announcement.withdraw', 'announcement.withdrawOther'),
  AnnouncementRestored: (context) => {
    if (!needsOwnOr('announcement.withdraw', 'announcement.withdrawOther')(context)) return false;
    if (hasPermission(context, 'announcement.withdrawOther')) return true;
    const { event, actor, withdrawnBy, isStudentMessage } = context;
    // Its poster may not restore what an Admin withdrew, nor a message to students whom they no longer teach.
    return withdrawnBy === actor.id && (!isStudentMessage || teaches(context, event.data.courseId));
  },
  CourseBookmarked: needsOwn('course.bookmark'),
  BookmarkRemoved: needsOwn('course.bookmark'),
  StudentEnrolled: needsOwn('course.enrol'),
  StudentLeft: needsOwn('course.enrol'),
  CourseStarted: needsOwn('course.learn'),
  ModuleCompleted: needsOwn('course.learn'),
  CertificateIssued: needsOwn('course.learn'),
  QuizStarted: needsOwn('quiz.take'),
  QuizFinished: needsOwn('quiz.take'),
  QuizMarked: (context) =>
    hasPermission(context, 'quiz.mark') &&
    (hasPermission(context, 'course.edit') || teaches(context, context.event.data.courseId)),
  NoteTaken: needsOwn('note.keep'),
  NoteEdited: needsOwn('note.keep'),
  NoteRemoved: needsOwn('note.keep'),
  NoteRestored: needsOwn('note.keep'),
  PersonalDataRead: needs('user.readOther'),
  // Only the command line exports and archives the log.
  LogExported: never,
  LogArchived: never,
};
