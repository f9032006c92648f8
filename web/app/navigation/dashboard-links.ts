import { useAtomValue } from 'jotai';
import type { UserType } from '#contract/schemas/users.ts';
import { asOfNoticeAtom } from '../../client/as-of.tsx';
import { paths } from '../../client/paths.ts';
import { userTypeAtom } from '../../client/session/session.ts';
import { useQuizzesToMarkCount } from '../../domains/notifications/notification-queries.ts';
import type { NavigationLink } from './public-links.ts';

/** `isForEditing`: the page only makes changes, so it is hidden in an as-of view. */
type DashboardLink = NavigationLink & {
  roles: readonly UserType[];
  isInMobileMenuOfAllRoles?: true;
  isForEditing?: true;
};

const allRoles = ['Student', 'Instructor', 'Admin'] as const;

const allDashboardLinks: readonly DashboardLink[] = [
  { to: paths.enrolledCourses, name: 'Enrolled Courses', roles: ['Student'], isInMobileMenuOfAllRoles: true },
  { to: paths.bookmarks, name: 'Bookmarks', roles: ['Student'], isInMobileMenuOfAllRoles: true },
  { to: paths.showAnnouncement, name: 'Announcements', roles: ['Student'] },
  { to: paths.myNotes, name: 'My Notes', roles: ['Student'] },
  { to: paths.myProfile, name: 'My Profile', roles: allRoles },
  {
    to: paths.announcement,
    name: 'Post an Announcement',
    roles: ['Admin', 'Instructor'],
    isForEditing: true,
  },
  { to: paths.taughtCourses, name: 'Students', roles: ['Instructor'] },
  { to: paths.marking, name: 'Mark Quizzes', roles: ['Admin', 'Instructor'], isForEditing: true },
  { to: paths.dashboard, name: 'Live Dashboard', roles: ['Admin'] },
  { to: paths.insight, name: 'Insight', roles: ['Admin'] },
  { to: paths.users, name: 'Users', roles: ['Admin'] },
  { to: paths.addCourse, name: 'Add Course', roles: ['Admin'], isForEditing: true },
  { to: paths.audit(), name: 'History', roles: ['Admin'] },
];

/**
 * Returns the dashboard links for a role, or no links if the role is null.
 * @param place the mobile menu offers Enrolled Courses and Bookmarks to all roles. For roles other than Student, these two pages say that
 * they are for Students.
 */
export const listDashboardLinks = (
  role: UserType | null,
  place: 'header-bar' | 'mobile-menu',
  isAsOf = false,
): NavigationLink[] =>
  role === null
    ? []
    : allDashboardLinks
        .filter(({ isForEditing }) => !(isAsOf && isForEditing))
        .filter(
          ({ roles, isInMobileMenuOfAllRoles }) =>
            roles.includes(role) || (place === 'mobile-menu' && isInMobileMenuOfAllRoles),
        )
        .map(({ to, name }) => ({ to, name }));

export const useDashboardLinks = (place: 'header-bar' | 'mobile-menu'): NavigationLink[] => {
  const role = useAtomValue(userTypeAtom);
  const quizzesToMark = useQuizzesToMarkCount();
  return listDashboardLinks(role, place, useAtomValue(asOfNoticeAtom) !== null).map((link) =>
    link.to === paths.marking && quizzesToMark > 0
      ? { ...link, count: { value: quizzesToMark, meaning: 'awaiting marks' } }
      : link,
  );
};
