import { Outlet, ScrollRestoration } from 'react-router-dom';
import { PastBanner } from './frame/past-banner.tsx';
import { RouteFocus } from './frame/route-focus.tsx';
import { QuizNotices } from './quiz-notices.tsx';

/** What every layout shares: that this is the past, where it is; where the focus and the view go when the page changes, and news of a student's quizzes. */
export const Root = () => (
  <>
    <PastBanner />
    <Outlet />
    <RouteFocus />
    <ScrollRestoration />
    <QuizNotices />
  </>
);
