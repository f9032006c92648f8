import { type UserType, userTypes } from '#contract/schemas/users.ts';
import { paths, patterns } from '../../client/paths.ts';
import { MainLayout } from '../frame/main-layout.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { definePage, type LoadComponent, type PageRoute } from './page-route.tsx';
import { publicPages } from './public-pages.ts';
import { createRootRoute, wrapInLayout, wrapInLazyLayout } from './root-route.tsx';

/** Loads the check of the role, which public pages do not need. */
const loadRequireRole = () => import('./require-role.tsx');

/** Defines a page for users with one of `roles`. Without `roles` it is for all signed-in users. */
const defineGuardedPage = (path: string, load: LoadComponent, roles?: readonly UserType[]): PageRoute => ({
  path,
  load: async () => {
    const [{ default: Content }, { RequireRole }] = await Promise.all([load(), loadRequireRole()]);
    return (
      <RequireRole roles={roles}>
        <Content />
      </RequireRole>
    );
  },
});

/** Defines a guarded page that only makes changes. In an as-of view it is not available. */
const defineEditingPage = (path: string, load: LoadComponent, roles: readonly UserType[]): PageRoute => ({
  path,
  load: async () => {
    const [{ default: Content }, { RequireRole }, { EditingPage }] = await Promise.all([
      load(),
      loadRequireRole(),
      import('./editing-page.tsx'),
    ]);
    return (
      <RequireRole roles={roles}>
        <EditingPage>
          <Content />
        </EditingPage>
      </RequireRole>
    );
  },
});

const admins = ['Admin'] as const;
const students = ['Student'] as const;
const staff = ['Admin', 'Instructor'] as const;

const signedInPages: PageRoute[] = [
  defineGuardedPage(paths.myProfile, () => import('../../pages/profile/profile-page.tsx'), userTypes),
  defineGuardedPage(paths.reviews, () => import('../../pages/reviews/reviews-page.tsx')),
  defineGuardedPage(paths.highRatedCourses, () => import('../../pages/trending/trending-page.tsx')),
  defineGuardedPage(paths.showAnnouncement, () => import('../../pages/announcements/announcements-page.tsx')),
];

const studentPages: PageRoute[] = [
  defineGuardedPage(
    paths.enrolledCourses,
    () => import('../../pages/enrolled-courses/enrolled-page.tsx'),
    students,
  ),
  defineGuardedPage(
    patterns.showModules,
    () => import('../../pages/course-start/course-start-page.tsx'),
    students,
  ),
  defineGuardedPage(patterns.learnCourse, () => import('../../pages/learn/learn-page.tsx'), students),
  defineGuardedPage(paths.bookmarks, () => import('../../pages/bookmarks/bookmarks-page.tsx'), students),
  defineEditingPage(paths.quizzes, () => import('../../pages/quiz/quiz-page.tsx'), students),
  defineGuardedPage(paths.myNotes, () => import('../../pages/notes/notes-page.tsx'), students),
];

const staffPages: PageRoute[] = [
  defineEditingPage(
    paths.announcement,
    () => import('../../pages/post-announcement/post-announcement-page.tsx'),
    staff,
  ),
  defineEditingPage(
    patterns.courseVideos,
    () => import('../../pages/course-videos/course-videos-page.tsx'),
    staff,
  ),
  defineGuardedPage(paths.taughtCourses, () => import('../../pages/roster/taught-courses-page.tsx'), staff),
  defineGuardedPage(patterns.courseStudents, () => import('../../pages/roster/roster-page.tsx'), staff),
  defineGuardedPage(patterns.studentInCourse, () => import('../../pages/roster/student-page.tsx'), staff),
  defineEditingPage(paths.marking, () => import('../../pages/marking/marking-page.tsx'), staff),
  defineEditingPage(patterns.markQuiz, () => import('../../pages/marking/mark-page.tsx'), staff),
];

const adminPages: PageRoute[] = [
  defineGuardedPage(paths.dashboard, () => import('../../pages/dashboard/dashboard-page.tsx'), admins),
  defineGuardedPage(paths.insight, () => import('../../pages/insight/insight-page.tsx'), admins),
  defineGuardedPage(paths.users, () => import('../../pages/users/users-page.tsx'), admins),
  defineGuardedPage(paths.audit(), () => import('../../pages/audit/audit-page.tsx'), admins),
  defineEditingPage(paths.addCourse, () => import('../../pages/course-form/add-course-page.tsx'), admins),
  defineEditingPage(
    patterns.updateCourse,
    () => import('../../pages/course-form/update-course-page.tsx'),
    admins,
  ),
];

/** The pages that redirect visitors to the login page. */
export const guardedPages: readonly PageRoute[] = [
  ...signedInPages,
  ...studentPages,
  ...staffPages,
  ...adminPages,
];

/** The authentication pages. They have their own layout, without the header bar. */
const authPages: PageRoute[] = [
  definePage(paths.login, () => import('../../pages/login/login-page.tsx')),
  definePage(paths.register, () => import('../../pages/register/register-page.tsx')),
  definePage(paths.completeRegistration, () => import('../../pages/register/complete-registration-page.tsx')),
  definePage(
    paths.forgottenPassword,
    () => import('../../pages/forgotten-password/forgotten-password-page.tsx'),
  ),
  definePage(paths.newPassword, () => import('../../pages/forgotten-password/new-password-page.tsx')),
];

/** Creates the routes of all pages. */
export const createRoutes = (): PageRoute[] => [
  createRootRoute([
    wrapInLayout(MainLayout, [...publicPages, ...guardedPages, { path: '*', element: <NotFoundPage /> }]),
    wrapInLazyLayout(() => import('../frame/auth-layout.tsx'), authPages),
  ]),
];
