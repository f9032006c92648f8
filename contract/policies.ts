import type { UserType } from './schemas/users.ts';

const allRoles = ['Student', 'Instructor', 'Admin'] as const satisfies readonly UserType[];
const admins = ['Admin'] as const satisfies readonly UserType[];
const staff = ['Admin', 'Instructor'] as const satisfies readonly UserType[];
const students = ['Student'] as const satisfies readonly UserType[];

/**
 * The roles that have each permission. The server enforces the table; the client uses it to hide what is not allowed.
 * For records with an owner, the decider checks the owner as well.
 */
export const policies = {
  'course.add': admins,
  'course.edit': admins,
  'course.remove': admins,
  'course.restore': admins,
  /** An Instructor must teach the course; the decider checks this. */
  'course.editVideos': staff,
  /** The students of a course. An Instructor must teach the course; the read-api checks this. */
  'course.readRoster': staff,
  'course.bookmark': students,
  'course.enrol': students,
  'course.learn': students,
  'note.keep': students,
  'review.write': students,
  /** One's own. Removing another user's review also needs 'review.removeOther'. */
  'review.remove': allRoles,
  'review.removeOther': admins,
  'review.restore': admins,
  'quiz.take': students,
  /** An Instructor must teach the course; the decider and the read-api check this. */
  'quiz.mark': staff,
  /** Live activity and the state of the services. */
  'dashboard.read': admins,
  /** School statistics, without personal data. */
  'insight.read': admins,
  'user.list': admins,
  'user.remove': admins,
  'user.changeRole': admins,
  /** Readings are recorded, see `Endpoint.disclosure`. */
  'user.readOther': admins,
  'user.editOwn': allRoles,
  'user.copyOwnData': allRoles,
  'user.removeOwn': allRoles,
  /** For a course, an Instructor must teach that course; the decider checks this. */
  'announcement.post': staff,
  /** One's own. Withdrawing another user's also needs 'announcement.withdrawOther'. */
  'announcement.withdraw': staff,
  'announcement.withdrawOther': admins,
  'announcement.see': allRoles,
  /** One's own: what was seen, and which kinds are switched off. */
  'notification.keep': allRoles,
  /** The History page. */
  'audit.read': admins,
  /** The whole log, under pseudonyms. */
  'log.read': admins,
} as const satisfies Record<string, readonly UserType[]>;

export type Permission = keyof typeof policies;

/** Returns whether a role has a permission; a visitor (null) has none. */
export const isPermitted = (role: UserType | null, permission: Permission): boolean =>
  role !== null && (policies[permission] as readonly UserType[]).includes(role);
