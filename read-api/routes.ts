import Router from '@koa/router';
import type { Call } from '#contract/calls/call.ts';
import { calls } from '#contract/calls.ts';
import type { RequestMiddleware, RequestState } from '#platform/http/context.ts';
import { type AnsweringServices, answering, type Query } from './query-handler/answer.ts';
import { readActivity } from './resources/activity/routes.ts';
import {
  listAnnouncements,
  readAnnouncementReach,
  readAnnouncementsSeen,
} from './resources/announcements/routes.ts';
import { readAudit } from './resources/audit/routes.ts';
import { listBookmarks } from './resources/bookmarks/routes.ts';
import { listCertificates } from './resources/certificates/routes.ts';
import { verifyCertificate } from './resources/certificates/verify.ts';
import { listCourses, readCourse } from './resources/courses/routes.ts';
import { readDashboard } from './resources/dashboard/routes.ts';
import { listEnrolledCourses, listProgress, readProgress } from './resources/enrolments/routes.ts';
import {
  readInsightFunnel,
  readInsightHours,
  readInsightQuestions,
  readInsightTime,
} from './resources/insight/routes.ts';
import { readLog } from './resources/log/routes.ts';
import { listNotes } from './resources/notes/routes.ts';
import { listPlayback } from './resources/playback/routes.ts';
import { readPresence } from './resources/presence.ts';
import { listQuizzes, listQuizzesToMark, readQuiz } from './resources/quizzes/routes.ts';
import { listHighRatedCourses, readCourseRatings, readRatings } from './resources/ratings/routes.ts';
import { listReviews } from './resources/reviews/routes.ts';
import { listUsers, readUser, readUserType } from './resources/users/routes.ts';
import type { ReadServices } from './services.ts';

/** `/courses/{id}` as the router writes it. */
const pattern = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1');

/** All GETs of the table of calls, as one layer of the app. */
export const readRoutes = (
  services: AnsweringServices &
    Pick<ReadServices, 'tables' | 'state' | 'pool' | 'log' | 'logStreams' | 'dashboard'> & {
      clock: () => Date;
    },
): RequestMiddleware => {
  const { tables, state, clock, log } = services;
  const router = new Router<RequestState>({ sensitive: true });
  const answer = answering(services);
  const get = <C extends Call>(call: C, query: Query<C>) =>
    router.get(pattern(call.path), answer(call, query));

  get(calls.listCourses, listCourses(tables));
  get(calls.readCourse, readCourse(tables, log));
  get(calls.readUserType, readUserType(tables));
  get(calls.listUsers, listUsers(tables));
  get(calls.readUser, readUser(tables));
  get(calls.readDashboard, readDashboard(services.dashboard));
  get(calls.readInsightTime, readInsightTime(tables));
  get(calls.readInsightHours, readInsightHours(tables));
  get(calls.readInsightFunnel, readInsightFunnel(tables));
  get(calls.readInsightQuestions, readInsightQuestions(tables));
  get(calls.listAnnouncements, listAnnouncements(tables));
  get(calls.readAnnouncementsSeen, readAnnouncementsSeen(tables, state));
  get(calls.readAnnouncementReach, readAnnouncementReach(tables, state));
  get(calls.listBookmarks, listBookmarks(tables));
  get(calls.listEnrolledCourses, listEnrolledCourses(tables));
  get(calls.readProgress, readProgress(tables));
  get(calls.listProgress, listProgress(tables));
  get(calls.listPlayback, listPlayback(tables, state));
  get(calls.readPresence, readPresence(state));
  get(calls.readActivity, readActivity(tables));
  get(calls.listNotes, listNotes(tables));
  get(calls.listQuizzes, listQuizzes(tables, clock));
  // Before the attempts by id: the first that fits answers.
  get(calls.listQuizzesToMark, listQuizzesToMark(tables));
  get(calls.readQuiz, readQuiz(tables, clock));
  get(calls.listReviews, listReviews(tables));
  get(calls.readRatings, readRatings(tables));
  get(calls.readCourseRatings, readCourseRatings(tables));
  get(calls.listHighRatedCourses, listHighRatedCourses(tables));

  get(calls.listCertificates, listCertificates(tables));
  get(calls.verifyCertificate, verifyCertificate(services));

  get(calls.readAudit, readAudit(tables, log));
  get(calls.readLog, readLog(log, services.logStreams));

  return router.routes() as unknown as RequestMiddleware;
};
