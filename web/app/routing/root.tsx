import { Outlet, ScrollRestoration } from 'react-router-dom';
import { AsOfBanner } from '../frame/as-of-banner.tsx';
import { QuizNotices } from '../notices/quiz-notices.tsx';
import { RouteFocus } from './route-focus.tsx';

/** The parts that all layouts share. */
export const Root = () => (
  <>
    <AsOfBanner />
    <Outlet />
    <RouteFocus />
    <ScrollRestoration />
    <QuizNotices />
  </>
);
