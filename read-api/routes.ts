import type { Endpoint } from '#contract/endpoints/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { RequestMiddleware } from '#platform/http/context.ts';
import { createEndpointRouter } from '#platform/http/endpoint-router.ts';
import type { QueryDefinition } from './query-handler/query-definition.ts';
import { createQueryHandler, type QueryHandlerDependencies } from './query-handler/query-handler.ts';
import { type AnswerVisitor, createVisitorAnswers } from './query-handler/visitor-answers.ts';
import { readActivity } from './resources/activity/routes.ts';
import {
  listAnnouncements,
  readAnnouncementReach,
  readAnnouncementsSeen,
} from './resources/announcements/routes.ts';
import { readAudit } from './resources/audit/routes.ts';
import { listBookmarks } from './resources/bookmarks/routes.ts';
import { readCatalogue } from './resources/catalogue/routes.ts';
import { listCertificates, verifyCertificate } from './resources/certificates/routes.ts';
import { listCourseFigures } from './resources/course-figures/routes.ts';
import { listCourses, readCourse } from './resources/courses/routes.ts';
import { readDashboard } from './resources/dashboard/routes.ts';
import { readDirectory } from './resources/directory/routes.ts';
import { listEnrolledCourses, listProgress, readProgress } from './resources/enrolments/routes.ts';
import {
  readInsightFunnel,
  readInsightHours,
  readInsightQuestions,
  readInsightTime,
} from './resources/insight/routes.ts';
import { readLog } from './resources/log/routes.ts';
import { listNotes } from './resources/notes/routes.ts';
import { listNotifications } from './resources/notifications/routes.ts';
import { listPlayback } from './resources/playback/routes.ts';
import { readPresence } from './resources/presence/routes.ts';
import { listQuizzes, listQuizzesToMark, readQuiz } from './resources/quizzes/routes.ts';
import { listHighRatedCourses, readCourseRatings, readRatings } from './resources/ratings/routes.ts';
import { listReviews } from './resources/reviews/routes.ts';
import { listTaughtCourses, readRoster, readStudentInCourse } from './resources/roster/routes.ts';
import { listUsers, readUser, readUserType } from './resources/users/routes.ts';
import type { ReadServices } from './services.ts';

/**
 * Creates the middleware that answers every GET of the contract, and a function that answers GETs of visitors inside this
 * process, for rendered pages.
 */
export const createReadRoutes = (
  services: QueryHandlerDependencies &
    Pick<
      ReadServices,
      'tables' | 'state' | 'primaryState' | 'pool' | 'archive' | 'log' | 'logStreams' | 'loadDashboard'
    > & {
      clock: () => Date;
    },
): { middleware: RequestMiddleware; answerVisitor: AnswerVisitor } => {
  const { tables, state, primaryState, clock, log } = services;
  const router = createEndpointRouter();
  const handleQuery = createQueryHandler(services);
  const visitorAnswers = createVisitorAnswers(services);
  const get = <E extends Endpoint>(endpoint: E, query: QueryDefinition<E>) => {
    router.add(endpoint, handleQuery(endpoint, query));
    visitorAnswers.add(endpoint, query);
  };

  get(endpoints.listCourses, listCourses(tables));
  get(endpoints.readCatalogue, readCatalogue(tables));
  get(endpoints.readCourse, readCourse(tables, log));
  get(endpoints.listTaughtCourses, listTaughtCourses(tables));
  get(endpoints.readRoster, readRoster(tables, clock));
  get(endpoints.readStudentInCourse, readStudentInCourse(tables, clock));
  get(endpoints.readUserType, readUserType(tables));
  get(endpoints.listUsers, listUsers(tables));
  get(endpoints.readDirectory, readDirectory(tables));
  get(endpoints.readUser, readUser(tables));
  get(endpoints.readDashboard, readDashboard(services.loadDashboard));
  get(endpoints.readInsightTime, readInsightTime(tables));
  get(endpoints.readInsightHours, readInsightHours(tables));
  get(endpoints.readInsightFunnel, readInsightFunnel(tables));
  get(endpoints.readInsightQuestions, readInsightQuestions(tables));
  get(endpoints.listAnnouncements, listAnnouncements(tables));
  get(endpoints.readAnnouncementsSeen, readAnnouncementsSeen(tables, state));
  get(endpoints.readAnnouncementReach, readAnnouncementReach(tables, state));
  get(endpoints.listNotifications, listNotifications(tables, state));
  get(endpoints.listBookmarks, listBookmarks(tables));
  get(endpoints.listEnrolledCourses, listEnrolledCourses(tables));
  get(endpoints.readProgress, readProgress(tables));
  get(endpoints.listProgress, listProgress(tables));
  get(endpoints.listPlayback, listPlayback(tables, state));
  get(endpoints.readPresence, readPresence(primaryState));
  get(endpoints.readActivity, readActivity(tables));
  get(endpoints.listNotes, listNotes(tables));
  get(endpoints.listQuizzes, listQuizzes(tables, clock));
  // Comes before readQuiz, because the router takes the first path that matches, and would take `marking` for an id.
  get(endpoints.listQuizzesToMark, listQuizzesToMark(tables));
  get(endpoints.readQuiz, readQuiz(tables, clock));
  get(endpoints.listReviews, listReviews(tables));
  get(endpoints.readRatings, readRatings(tables));
  get(endpoints.readCourseRatings, readCourseRatings(tables));
  get(endpoints.listCourseFigures, listCourseFigures(tables));
  get(endpoints.listHighRatedCourses, listHighRatedCourses(tables));

  get(endpoints.listCertificates, listCertificates(tables));
  get(endpoints.verifyCertificate, verifyCertificate(services));

  get(endpoints.readAudit, readAudit(tables, log));
  get(endpoints.readLog, readLog(log, services.logStreams));

  return { middleware: router.middleware, answerVisitor: visitorAnswers.answer };
};
