import type { ComponentType } from 'react';
import { createBrowserRouter, type RouteObject } from 'react-router-dom';
import { type UserType, userTypes } from '#contract/users.ts';
import { paths, patterns } from '../lib/paths.ts';
import { PageSpinner } from '../ui/spinner.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { ErrorPage } from './error-page.tsx';
import { Frame } from './frame/frame.tsx';
import { Guarded } from './guarded.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { PresentAlone } from './present-alone.tsx';
import { Root } from './root.tsx';

type Load = () => Promise<{ default: ComponentType }>;

/** A page in a chunk of its own. */
const page = (path: string, load: Load): RouteObject => ({
  path,
  lazy: async () => ({ Component: (await load()).default }),
});

/** A page that is there to change something, and nothing else: where the past is shown it says why it is not. */
const changing =
  (load: Load): Load =>
  async () => {
    const { default: Content } = await load();
    return {
      default: () => (
        <PresentAlone>
          <Content />
        </PresentAlone>
      ),
    };
  };

/** As {@link page}, for signed-in people with one of `roles`; without them the page needs no record of the person. */
export const guardedPage = (path: string, load: Load, roles?: readonly UserType[]): RouteObject => ({
  path,
  lazy: async () => {
    const { default: Content } = await load();
    const props = roles ? { roles } : {};
    return {
      element: (
        <Guarded {...props}>
          <Content />
        </Guarded>
      ),
    };
  },
});

const admins = ['Admin'] as const;
const students = ['Student'] as const;
const teachers = ['Admin', 'Instructor'] as const;

const publicPages: RouteObject[] = [
  page(paths.home, () => import('../features/home/home-page.tsx')),
  page(paths.allCourses, () => import('../features/catalogue/catalogue-page.tsx')),
  page(patterns.courseDetails, () => import('../features/course-details/course-details-page.tsx')),
  page(paths.instructors, () => import('../features/instructors/instructors-page.tsx')),
  page(patterns.verify, () => import('../features/verify/verify-page.tsx')),
  page(paths.farewell, () => import('../features/farewell/farewell-page.tsx')),
  page(paths.about, () => import('../features/site/about-page.tsx')),
  page(paths.faq, () => import('../features/site/faq-page.tsx')),
  page(paths.privacyPolicy, () => import('../features/site/privacy-page.tsx')),
  page(paths.termsOfService, () => import('../features/site/terms-page.tsx')),
];

const signedInPages: RouteObject[] = [
  guardedPage(paths.myProfile, () => import('../features/profile/profile-page.tsx'), userTypes),
  guardedPage(paths.reviews, () => import('../features/reviews/reviews-page.tsx')),
  guardedPage(paths.highRatedCourses, () => import('../features/trending/trending-page.tsx')),
  guardedPage(paths.showAnnouncement, () => import('../features/announcements/announcements-page.tsx')),
];

const studentPages: RouteObject[] = [
  guardedPage(paths.enrolledCourses, () => import('../features/enrolled/enrolled-page.tsx'), students),
  guardedPage(patterns.showModules, () => import('../features/course-start/course-start-page.tsx'), students),
  guardedPage(patterns.learnCourse, () => import('../features/learn/learn-page.tsx'), students),
  guardedPage(paths.bookmarks, () => import('../features/bookmarks/bookmarks-page.tsx'), students),
  guardedPage(
    paths.quizzes,
    changing(() => import('../features/quiz/quiz-page.tsx')),
    students,
  ),
  guardedPage(paths.myNotes, () => import('../features/notes/notes-page.tsx'), students),
];

const teacherPages: RouteObject[] = [
  guardedPage(
    paths.announcement,
    changing(() => import('../features/post-announcement/post-announcement-page.tsx')),
    teachers,
  ),
  guardedPage(
    patterns.courseVideos,
    changing(() => import('../features/course-videos/course-videos-page.tsx')),
    teachers,
  ),
  guardedPage(
    paths.marking,
    changing(() => import('../features/marking/marking-page.tsx')),
    teachers,
  ),
  guardedPage(
    patterns.markQuiz,
    changing(() => import('../features/marking/mark-page.tsx')),
    teachers,
  ),
];

const adminPages: RouteObject[] = [
  guardedPage(paths.dashboard, () => import('../features/dashboard/dashboard-page.tsx'), admins),
  guardedPage(paths.insight, () => import('../features/insight/insight-page.tsx'), admins),
  guardedPage(paths.users, () => import('../features/users/users-page.tsx'), admins),
  guardedPage(paths.audit(), () => import('../features/audit/audit-page.tsx'), admins),
  guardedPage(
    paths.addCourse,
    changing(() => import('../features/course-form/add-course-page.tsx')),
    admins,
  ),
  guardedPage(
    patterns.updateCourse,
    changing(() => import('../features/course-form/update-course-page.tsx')),
    admins,
  ),
];

const pages = [...publicPages, ...signedInPages, ...studentPages, ...teacherPages, ...adminPages];

/** The way in; in a layout of their own, without the bar. */
const authPages: RouteObject[] = [
  page(paths.login, () => import('../features/login/login-page.tsx')),
  page(paths.register, () => import('../features/register/register-page.tsx')),
  page(paths.completeRegistration, () => import('../features/register/complete-registration-page.tsx')),
  page(paths.forgottenPassword, () => import('../features/forgotten-password/forgotten-password-page.tsx')),
  page(paths.newPassword, () => import('../features/forgotten-password/new-password-page.tsx')),
];

/** The pages stand inside a layout; one that breaks leaves the layout standing. */
const inLayout = (Layout: ComponentType, children: RouteObject[]): RouteObject => ({
  element: <Layout />,
  children: [{ errorElement: <ErrorPage />, children }],
});

export const createRouter = () =>
  createBrowserRouter([
    {
      element: <Root />,
      errorElement: <ErrorPage />,
      hydrateFallbackElement: <PageSpinner />,
      children: [
        inLayout(AuthLayout, authPages),
        inLayout(Frame, [...pages, { path: '*', element: <NotFoundPage /> }]),
      ],
    },
  ]);
