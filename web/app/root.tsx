import { Outlet, ScrollRestoration } from 'react-router-dom';
import { RouteFocus } from './frame/route-focus.tsx';
import { QuizNotices } from './quiz-notices.tsx';

/** What every layout shares: where the focus and the view go when the page changes, and news of a student's quizzes. */
export const Root = () => (
  <>
    <Outlet />
    <RouteFocus />
    <ScrollRestoration />
    <QuizNotices />
  </>
);
