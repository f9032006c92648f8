import type { ComponentType } from 'react';
import { createBrowserRouter, type RouteObject } from 'react-router-dom';
import { type UserType, userTypes } from '#contract/schemas/users.ts';
import { paths, patterns } from '../../client/paths.ts';
import { PageSpinner } from '../../ui/spinner.tsx';
import { AuthLayout } from '../frame/auth-layout.tsx';
import { MainLayout } from '../frame/main-layout.tsx';
import { EditingPage } from './editing-page.tsx';
import { ErrorPage } from './error-page.tsx';
import { giveEntryKey } from './give-entry-key.ts';
import { NotFoundPage } from './not-found-page.tsx';
import { RequireRole } from './require-role.tsx';
import { Root } from './root.tsx';

type Load = () => Promise<{ default: ComponentType }>;

/** A page whose code is a chunk of its own. */
const page = (path: string, load: Load): RouteObject => ({
  path,
  lazy: async () => ({ Component: (await load()).default }),
});

/** A {@link page} for users with one of `roles`. Without `roles` it is for all signed-in users. */
const guardedPage = (path: string, load: Load, roles?: readonly UserType[]): RouteObject => ({
  path,
  lazy: async () => {
    const { default: Content } = await load();
    return {
      element: (
        <RequireRole roles={roles}>
          <Content />
        </RequireRole>
      ),
    };
  },
});

/** A {@link guardedPage} that only makes changes. */
const editingPage = (path: string, load: Load, roles: readonly UserType[]): RouteObject => ({
  path,
  lazy: async () => {
    const { default: Content } = await load();
    return {
      element: (
        <RequireRole roles={roles}>
          <EditingPage>
            <Content />
          </EditingPage>
        </RequireRole>
      ),
    };
  },
});

const admins = ['Admin'] as const;
const students = ['Student'] as const;
const staff = ['Admin', 'Instructor'] as const;

const publicPages: RouteObject[] = [
  page(paths.home, () => import('../../pages/home/home-page.tsx')),
  page(paths.allCourses, () => import('../../pages/catalogue/catalogue-page.tsx')),
  page(patterns.courseDetails, () => import('../../pages/course-details/course-details-page.tsx')),
  page(paths.instructors, () => import('../../pages/instructors/instructors-page.tsx')),
  page(patterns.verify, () => import('../../pages/verify-certificate/verify-page.tsx')),
  page(paths.accountDeleted, () => import('../../pages/account-deleted/account-deleted-page.tsx')),
  page(paths.about, () => import('../../pages/site/about-page.tsx')),
  page(paths.faq, () => import('../../pages/site/faq-page.tsx')),
  page(paths.privacyPolicy, () => import('../../pages/site/privacy-page.tsx')),
  page(paths.termsOfService, () => import('../../pages/site/terms-page.tsx')),
];

const signedInPages: RouteObject[] = [
  guardedPage(paths.myProfile, () => import('../../pages/profile/profile-page.tsx'), userTypes),
  guardedPage(paths.reviews, () => import('../../pages/reviews/reviews-page.tsx')),
  guardedPage(paths.highRatedCourses, () => import('../../pages/trending/trending-page.tsx')),
  guardedPage(paths.showAnnouncement, () => import('../../pages/announcements/announcements-page.tsx')),
];

const studentPages: RouteObject[] = [
  guardedPage(
    paths.enrolledCourses,
    () => import('../../pages/enrolled-courses/enrolled-page.tsx'),
    students,
  ),
  guardedPage(patterns.showModules, () => import('../../pages/course-start/course-start-page.tsx'), students),
  guardedPage(patterns.learnCourse, () => import('../../pages/learn/learn-page.tsx'), students),
  guardedPage(paths.bookmarks, () => import('../../pages/bookmarks/bookmarks-page.tsx'), students),
  editingPage(paths.quizzes, () => import('../../pages/quiz/quiz-page.tsx'), students),
  guardedPage(paths.myNotes, () => import('../../pages/notes/notes-page.tsx'), students),
];

const staffPages: RouteObject[] = [
  editingPage(
    paths.announcement,
    () => import('../../pages/post-announcement/post-announcement-page.tsx'),
    staff,
  ),
  editingPage(patterns.courseVideos, () => import('../../pages/course-videos/course-videos-page.tsx'), staff),
  guardedPage(paths.taughtCourses, () => import('../../pages/roster/taught-courses-page.tsx'), staff),
  guardedPage(patterns.courseStudents, () => import('../../pages/roster/roster-page.tsx'), staff),
  guardedPage(patterns.studentInCourse, () => import('../../pages/roster/student-page.tsx'), staff),
  editingPage(paths.marking, () => import('../../pages/marking/marking-page.tsx'), staff),
  editingPage(patterns.markQuiz, () => import('../../pages/marking/mark-page.tsx'), staff),
];

const adminPages: RouteObject[] = [
  guardedPage(paths.dashboard, () => import('../../pages/dashboard/dashboard-page.tsx'), admins),
  guardedPage(paths.insight, () => import('../../pages/insight/insight-page.tsx'), admins),
  guardedPage(paths.users, () => import('../../pages/users/users-page.tsx'), admins),
  guardedPage(paths.audit(), () => import('../../pages/audit/audit-page.tsx'), admins),
  editingPage(paths.addCourse, () => import('../../pages/course-form/add-course-page.tsx'), admins),
  editingPage(patterns.updateCourse, () => import('../../pages/course-form/update-course-page.tsx'), admins),
];

/** The pages that lead visitors to the login. */
export const guardedPages: readonly RouteObject[] = [
  ...signedInPages,
  ...studentPages,
  ...staffPages,
  ...adminPages,
];

/** The authentication pages. They have their own layout, without the header bar. */
const authPages: RouteObject[] = [
  page(paths.login, () => import('../../pages/login/login-page.tsx')),
  page(paths.register, () => import('../../pages/register/register-page.tsx')),
  page(paths.completeRegistration, () => import('../../pages/register/complete-registration-page.tsx')),
  page(paths.forgottenPassword, () => import('../../pages/forgotten-password/forgotten-password-page.tsx')),
  page(paths.newPassword, () => import('../../pages/forgotten-password/new-password-page.tsx')),
];

/** Puts pages into a layout, which stays if a page fails. */
const inLayout = (Layout: ComponentType, children: RouteObject[]): RouteObject => ({
  element: <Layout />,
  children: [{ errorElement: <ErrorPage />, children }],
});

export const createRouter = () => {
  giveEntryKey();
  return createBrowserRouter([
    {
      element: <Root />,
      errorElement: <ErrorPage />,
      hydrateFallbackElement: <PageSpinner />,
      children: [
        inLayout(AuthLayout, authPages),
        inLayout(MainLayout, [...publicPages, ...guardedPages, { path: '*', element: <NotFoundPage /> }]),
      ],
    },
  ]);
};
