import { Outlet, ScrollRestoration } from 'react-router-dom';
import { AsOfBanner } from '../frame/as-of-banner.tsx';
import { QuizNotices } from '../notices/quiz-notices.tsx';
import { RouteFocus } from './route-focus.tsx';

/** What every layout shares: that this is the past, where it is; where the focus and the view go when the page changes, and news of a student's quizzes. */
export const Root = () => (
  <>
    <AsOfBanner />
    <Outlet />
    <RouteFocus />
    <ScrollRestoration />
    <QuizNotices />
  </>
);
