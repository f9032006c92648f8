import type { UserType } from '#contract/schemas/users.ts';
import { paths } from '../../client/paths.ts';

export type NavigationLink = { to: string; name: string };

/** The five links that everybody sees. */
export const publicLinks: readonly NavigationLink[] = [
  { to: paths.home, name: 'Home' },
  { to: paths.allCourses, name: 'All Courses' },
  { to: paths.instructors, name: 'Instructors' },
  { to: paths.reviews, name: 'All Reviews' },
  { to: paths.highRatedCourses, name: 'Trending Courses' },
];

export const visitorLinks: readonly NavigationLink[] = [
  { to: paths.login, name: 'Login' },
  { to: paths.register, name: 'Register' },
];

/** `changes`: the page is there to change something, and nothing else. */
type Rule = NavigationLink & { for: readonly UserType[]; inSheetForAll?: boolean; changes?: true };

const anyone = ['Student', 'Instructor', 'Admin'] as const;

const rules: readonly Rule[] = [
  { to: paths.enrolledCourses, name: 'Enrolled Courses', for: ['Student'], inSheetForAll: true },
  { to: paths.bookmarks, name: 'Bookmarks', for: ['Student'], inSheetForAll: true },
  { to: paths.showAnnouncement, name: 'Announcements', for: ['Student'] },
  { to: paths.myNotes, name: 'My Notes', for: ['Student'] },
  { to: paths.myProfile, name: 'My Profile', for: anyone },
  { to: paths.announcement, name: 'Post an Announcement', for: ['Admin', 'Instructor'], changes: true },
  { to: paths.marking, name: 'Mark Quizzes', for: ['Admin', 'Instructor'], changes: true },
  { to: paths.dashboard, name: 'Live Dashboard', for: ['Admin'] },
  { to: paths.insight, name: 'Insight', for: ['Admin'] },
  { to: paths.users, name: 'Users', for: ['Admin'] },
  { to: paths.addCourse, name: 'Add Course', for: ['Admin'], changes: true },
  { to: paths.audit(), name: 'History', for: ['Admin'] },
];

/**
 * The links of the Dashboard menu for a role; without a completed registration (null) there are none.
 * @param place the small-screen sheet offers Enrolled Courses and Bookmarks to every role; the pages explain themselves.
 * @param inPast nothing can be changed there.
 */
export const dashboardLinks = (
  role: UserType | null,
  place: 'bar' | 'sheet',
  inPast = false,
): NavigationLink[] =>
  role === null
    ? []
    : rules
        .filter(({ changes }) => !(inPast && changes === true))
        .filter((rule) => rule.for.includes(role) || (place === 'sheet' && rule.inSheetForAll === true))
        .map(({ to, name }) => ({ to, name }));
