import type { UserType } from './users.ts';

const anyone = ['Student', 'Instructor', 'Admin'] as const satisfies readonly UserType[];
const admins = ['Admin'] as const satisfies readonly UserType[];
const teachers = ['Admin', 'Instructor'] as const satisfies readonly UserType[];
const students = ['Student'] as const satisfies readonly UserType[];

/**
 * The one table of who may do what. The server enforces it; the client uses it to show what would be allowed.
 * 'own' rows are checked against the record's owner as well.
 */
export const policies = {
  'course.add': admins,
  'course.edit': admins,
  'course.remove': admins,
  'course.restore': admins,
  /** An Instructor of their own courses only: the decision looks at the course. */
  'course.editVideos': teachers,
  'course.bookmark': students,
  'course.enrol': students,
  'course.learn': students,
  'note.keep': students,
  'review.write': students,
  /** One's own; another's needs 'review.removeOther' as well. */
  'review.remove': anyone,
  'review.removeOther': admins,
  'review.restore': admins,
  'quiz.take': students,
  // An instructor those of their own courses only.
  'quiz.mark': teachers,
  /** What happens in the school at this moment: who did what, and how the parts of the product stand. */
  'dashboard.read': admins,
  /** How the school fares: numbers alone, never who. */
  'insight.read': admins,
  'user.list': admins,
  'user.remove': admins,
  'user.changeRole': admins,
  /** Each reading is recorded first: {@link Call.discloses}. */
  'user.readOther': admins,
  'user.editOwn': anyone,
  'user.copyOwnData': anyone,
  'user.removeOwn': anyone,
  'announcement.post': teachers,
  /** One's own; another's needs 'announcement.withdrawOther' as well. */
  'announcement.withdraw': teachers,
  'announcement.withdrawOther': admins,
  'announcement.see': anyone,
  'audit.read': admins,
  /** All of the log, under pseudonyms. */
  'log.read': admins,
} as const satisfies Record<string, readonly UserType[]>;

export type Permission = keyof typeof policies;

/** Whether a person with this role has the permission; a visitor (null) has none. */
export const may = (role: UserType | null, permission: Permission): boolean =>
  role !== null && (policies[permission] as readonly UserType[]).includes(role);
