import { z } from 'zod';
import { activity, activityQuery } from './activity.ts';
import {
  announcementList,
  announcementQuery,
  announcementReachList,
  announcementsSeen,
  newAnnouncement,
  seenAnswer,
} from './announcements.ts';
import { deleteAnswer, insertAnswer, updateAnswer } from './answers.ts';
import { auditList, auditQuery } from './audit.ts';
import { bookmarkList, newBookmark } from './bookmarks.ts';
import {
  certificateAnswer,
  certificateInPath,
  certificateList,
  certificateRequest,
  proofQuery,
  verification,
} from './certificates.ts';
import { courseIdInBody } from './course-id.ts';
import {
  courseAnswer,
  courseFields,
  courseList,
  courseMomentQuery,
  courseQuery,
  courseReversion,
  courseVideos,
} from './courses.ts';
import { dashboard } from './dashboard.ts';
import {
  enrolledCourseList,
  moduleAnswer,
  moduleCompletion,
  newEnrolment,
  newProgress,
  progress,
  progressList,
} from './enrolments.ts';
import {
  insightFunnel,
  insightFunnelQuery,
  insightHours,
  insightHoursQuery,
  insightQuestions,
  insightQuestionsQuery,
  insightTime,
  insightTimeQuery,
} from './insight.ts';
import { logLine, logQuery } from './log.ts';
import { editedNote, newNote, noteList } from './notes.ts';
import { ownDataRequest, ownRemoval } from './own-account.ts';
import { newPlayback, playbackList } from './playback.ts';
import type { Permission } from './policies.ts';
import { coursePresence, presenceQuery } from './presence.ts';
import type { ProblemCode } from './problem.ts';
import {
  markingState,
  newQuiz,
  quizAttempt,
  quizMarks,
  quizPage,
  quizSubmission,
  submittedQuiz,
  timedQuizAttempt,
} from './quizzes.ts';
import { type Disclosure, newReading } from './readings.ts';
import {
  allRatings,
  courseRatings,
  highRatedCourseList,
  newReview,
  reviewList,
  reviewQuery,
} from './reviews.ts';
import { emailAddress } from './text.ts';
import { user, userList, userProfile, userRegistration, userRole } from './users.ts';

/**
 * Who may make a call: everybody, whoever has a valid sign-in (registered or not), whoever is registered, the person
 * that the path names (Admins may read in their place), or who has a permission of the table of policies.
 */
export type Caller = 'anyone' | 'signed-in' | 'registered' | 'self' | Permission;

/** One call of the product: routes, API description, client and tests are made from it. */
export type Call = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Parameters in braces: `/courses/{id}`. */
  path: string;
  /** Where it stands in the API description. */
  group: 'announcements' | 'courses' | 'history' | 'learning' | 'reviews' | 'school' | 'users';
  summary: string;
  who: Caller;
  /** For a GET that anyone may make: whoever signs in with it is known to the answer, which may be another for them. */
  knowsReader?: true;
  /** Parameters of the query that need a permission of their own: who sends one has to have it. */
  parameterNeeds?: Readonly<Record<string, Permission>>;
  params: z.ZodObject | null;
  query: z.ZodObject | null;
  body: z.ZodObject | null;
  /**
   * What it reads or writes is state of a person, neither history nor derived from it: no event, so no key of
   * idempotency; no position, so no entity tag.
   */
  state?: true;
  /**
   * What of other people an Admin reads with it. It is recorded in the log before it is answered: of the person that is
   * asked for, or of many at once.
   */
  discloses?: Disclosure;
  /** For a GET that not everybody may make: whoever may gets the same answer, so that one serves all of them. */
  sameForAll?: true;
  /** What it answers is another with the time, though nothing happened: it is never answered from a cache. */
  timely?: true;
  /** It is answered as NDJSON (`application/x-ndjson`), a line an object: `answer` is the schema of a line. */
  lines?: true;
  /** A call without any body is as one with an empty object. */
  bodyOptional?: true;
  answer: z.ZodType;
  /** It answers a file of this type instead of JSON. */
  file?: 'application/zip';
  /** Problems beyond those that any call may answer ({@link problemsOfEveryCall}, {@link problemsOfCommands}). */
  problems: readonly ProblemCode[];
};

export const problemsOfEveryCall = [
  'invalid-input',
  'too-many-requests',
  'internal-error',
  'unavailable',
] as const satisfies readonly ProblemCode[];
/** What a call with a body and an idempotency key may answer besides. */
export const problemsOfCommands = [
  'broken-json',
  'body-too-large',
  'not-json',
  'key-reused',
] as const satisfies readonly ProblemCode[];
/** What a call for signed-in persons may answer besides. */
export const problemsOfSignedIn = [
  'sign-in-required',
  'token-invalid',
  'forbidden',
  'registration-incomplete',
  'account-removed',
] as const satisfies readonly ProblemCode[];

const idInPath = z.object({ id: z.uuid({ error: 'The id in the path must be a UUID.' }).toLowerCase() });
const emailInPath = z.object({ email: emailAddress('The e-mail in the path') });
const bare = { params: null, query: null, body: null, problems: [] } as const;

/** Every call there is. */
export const calls = {
  listCourses: {
    ...bare,
    method: 'GET',
    path: '/courses',
    group: 'courses',
    summary:
      'The courses of the catalogue; with a search text those whose name contains it, then near misses.',
    who: 'anyone',
    query: courseQuery,
    answer: courseList,
  },
  readCourse: {
    ...bare,
    discloses: 'history',
    method: 'GET',
    path: '/courses/{id}',
    group: 'courses',
    summary: 'One course; with asOf as it was at that moment, by the log.',
    who: 'anyone',
    parameterNeeds: { asOf: 'audit.read' },
    params: idInPath,
    query: courseMomentQuery,
    answer: courseAnswer,
    problems: ['not-found'],
  },
  addCourse: {
    ...bare,
    method: 'POST',
    path: '/courses',
    group: 'courses',
    summary: 'Adds a course to the catalogue.',
    who: 'course.add',
    body: courseFields,
    answer: insertAnswer,
  },
  editCourse: {
    ...bare,
    method: 'PUT',
    path: '/courses/{id}',
    group: 'courses',
    summary:
      'Edits a course; takes it whole, and writes nothing when nothing differs. What does not come of instructorId and videos stays.',
    who: 'course.edit',
    params: idInPath,
    body: courseFields,
    answer: updateAnswer,
  },
  setCourseVideos: {
    ...bare,
    method: 'PUT',
    path: '/courses/{id}/videos',
    group: 'courses',
    summary:
      'Sets a course’s own five videos, or none (null) for the clips of its code; an Admin or the course’s instructor.',
    who: 'course.editVideos',
    params: idInPath,
    body: courseVideos,
    answer: updateAnswer,
  },
  removeCourse: {
    ...bare,
    method: 'DELETE',
    path: '/courses/{id}',
    group: 'courses',
    summary: 'Takes a course out of the catalogue.',
    who: 'course.remove',
    params: idInPath,
    answer: deleteAnswer,
  },
  restoreCourse: {
    ...bare,
    method: 'POST',
    path: '/courses/{id}/restoration',
    group: 'courses',
    summary: 'Brings a removed course back.',
    who: 'course.restore',
    params: idInPath,
    answer: updateAnswer,
  },
  revertCourse: {
    ...bare,
    method: 'POST',
    path: '/courses/{id}/reversion',
    group: 'courses',
    summary:
      'Takes a course back to what it said after a version of it, by one more edit; refused when it was changed since it was looked at.',
    who: 'course.edit',
    params: idInPath,
    body: courseReversion,
    answer: updateAnswer,
    problems: ['conflict', 'course-withdrawn'],
  },
  readUserType: {
    ...bare,
    discloses: 'profile',
    method: 'GET',
    path: '/userType',
    group: 'users',
    summary: "A list with the user's record, whose userType is read; empty for an unknown e-mail.",
    who: 'self',
    query: z.object({ email: emailAddress('Email') }),
    answer: userList,
  },
  readDashboard: {
    ...bare,
    discloses: 'dashboard',
    method: 'GET',
    path: '/dashboard',
    group: 'school',
    summary:
      'What happens at this moment: who is connected, commands a minute, how far read tables are behind, the newest events.',
    who: 'dashboard.read',
    timely: true,
    answer: dashboard,
  },
  recordReading: {
    ...bare,
    method: 'POST',
    path: '/readings',
    group: 'history',
    summary:
      'Records that an Admin is about to read what the school holds of another person (userId) or of many (null). The read side makes this call itself, as the Admin, before it answers.',
    who: 'user.readOther',
    body: newReading,
    answer: updateAnswer,
  },
  readInsightTime: {
    ...bare,
    method: 'GET',
    path: '/insight/time',
    group: 'school',
    summary:
      'How many enrolled and how many completed a course, by weeks or months of a time zone; as CSV with format=csv.',
    who: 'insight.read',
    sameForAll: true,
    query: insightTimeQuery,
    answer: insightTime,
  },
  readInsightHours: {
    ...bare,
    method: 'GET',
    path: '/insight/hours',
    group: 'school',
    summary: 'When people learn: acts by the hours of the week of a time zone; as CSV with format=csv.',
    who: 'insight.read',
    sameForAll: true,
    query: insightHoursQuery,
    answer: insightHours,
  },
  readInsightFunnel: {
    ...bare,
    method: 'GET',
    path: '/insight/funnel',
    group: 'school',
    summary:
      'How many came how far, from enrolling to the certificate: in all, and in each course; as CSV with format=csv.',
    who: 'insight.read',
    sameForAll: true,
    query: insightFunnelQuery,
    answer: insightFunnel,
  },
  readInsightQuestions: {
    ...bare,
    method: 'GET',
    path: '/insight/questions',
    group: 'school',
    summary:
      'The multiple-choice questions with the share of right answers, the hardest first; as CSV with format=csv.',
    who: 'insight.read',
    sameForAll: true,
    query: insightQuestionsQuery,
    answer: insightQuestions,
  },
  listUsers: {
    ...bare,
    discloses: 'users',
    method: 'GET',
    path: '/users',
    group: 'users',
    summary: 'All users.',
    who: 'user.list',
    answer: userList,
  },
  readUser: {
    ...bare,
    discloses: 'profile',
    method: 'GET',
    path: '/users/{email}',
    group: 'users',
    summary: 'One user by e-mail; null for an unknown one.',
    who: 'self',
    params: emailInPath,
    answer: user.nullable(),
  },
  registerUser: {
    ...bare,
    method: 'POST',
    path: '/users',
    group: 'users',
    summary: 'A signed-in person registers for their own e-mail; a repetition answers the first insertedId.',
    who: 'signed-in',
    body: userRegistration,
    answer: insertAnswer,
  },
  editOwnProfile: {
    ...bare,
    method: 'PUT',
    path: '/users/{email}',
    group: 'users',
    summary: 'Changes one\u2019s own name and picture.',
    who: 'user.editOwn',
    params: emailInPath,
    body: userProfile,
    answer: updateAnswer,
  },
  changeUserRole: {
    ...bare,
    method: 'PATCH',
    path: '/users/{id}',
    group: 'users',
    summary: "Changes a person's role, and so grants or overrules a waiting wish.",
    who: 'user.changeRole',
    params: idInPath,
    body: userRole,
    answer: updateAnswer,
    problems: ['last-admin'],
  },
  declineUserWish: {
    ...bare,
    method: 'DELETE',
    path: '/users/{id}/wish',
    group: 'users',
    summary: 'Declines the role that a person wished for.',
    who: 'user.changeRole',
    params: idInPath,
    answer: deleteAnswer,
  },
  addBookmark: {
    ...bare,
    method: 'POST',
    path: '/bookmarks',
    group: 'learning',
    summary: 'Bookmarks a course; a repetition answers the first insertedId.',
    who: 'course.bookmark',
    body: newBookmark,
    answer: insertAnswer,
    problems: ['no-such-course', 'course-withdrawn'],
  },
  listBookmarks: {
    ...bare,
    discloses: 'bookmarks',
    method: 'GET',
    path: '/bookmarks/{email}',
    group: 'learning',
    summary: 'A student’s bookmarks, of courses that are in the catalogue.',
    who: 'self',
    params: emailInPath,
    answer: bookmarkList,
  },
  removeBookmark: {
    ...bare,
    method: 'DELETE',
    path: '/bookmarks/{id}',
    group: 'learning',
    summary: 'Takes one’s own bookmark away.',
    who: 'course.bookmark',
    params: idInPath,
    answer: deleteAnswer,
  },
  enrol: {
    ...bare,
    method: 'POST',
    path: '/enrolledCourses',
    group: 'learning',
    summary:
      'Enrols in a course, named by courseId or found by code and name; a repetition answers the first insertedId.',
    who: 'course.enrol',
    body: newEnrolment,
    answer: insertAnswer,
    problems: ['no-such-course', 'course-withdrawn'],
  },
  listEnrolledCourses: {
    ...bare,
    discloses: 'enrolments',
    method: 'GET',
    path: '/enrolledCourses',
    group: 'learning',
    summary: 'The courses that a student is enrolled in, those included that left the catalogue since.',
    who: 'self',
    query: z.object({ email: emailAddress('Email') }),
    answer: enrolledCourseList,
  },
  leaveCourse: {
    ...bare,
    method: 'DELETE',
    path: '/enrolledCourses/{id}',
    group: 'learning',
    summary: 'Leaves a course; the progress is kept for a return.',
    who: 'course.enrol',
    params: idInPath,
    answer: deleteAnswer,
  },
  startProgress: {
    ...bare,
    method: 'POST',
    path: '/progress',
    group: 'learning',
    summary: 'Starts a course that one is enrolled in; a repetition answers the first insertedId.',
    who: 'course.learn',
    body: newProgress,
    answer: insertAnswer,
    problems: ['conflict'],
  },
  readProgress: {
    ...bare,
    discloses: 'progress',
    method: 'GET',
    path: '/progress',
    group: 'learning',
    summary:
      'The progress in one course, by the id of the enrolment or of the course; null before it is started.',
    who: 'self',
    query: z.object({ userEmail: emailAddress('Email'), courseId: courseIdInBody }),
    answer: progress.nullable(),
  },
  listProgress: {
    ...bare,
    discloses: 'progress',
    method: 'GET',
    path: '/progress/{email}',
    group: 'learning',
    summary: 'The progress in every course that a student has started.',
    who: 'self',
    params: emailInPath,
    answer: progressList,
  },
  completeModule: {
    ...bare,
    method: 'PATCH',
    path: '/progress/{id}',
    group: 'learning',
    summary:
      'Completes the next of the five modules; with its number a repetition is known and modifies nothing.',
    who: 'course.learn',
    params: idInPath,
    body: moduleCompletion,
    bodyOptional: true,
    answer: moduleAnswer,
    problems: ['conflict', 'course-complete'],
  },
  listReviews: {
    ...bare,
    discloses: 'reviewers',
    method: 'GET',
    path: '/reviews',
    group: 'reviews',
    summary:
      'The reviews of courses that are in the catalogue, newest first unless asked otherwise; by the id of an enrolment that one’s, to its author also after the course left. E-mail addresses are masked but for one’s own; an Admin sees all.',
    who: 'anyone',
    knowsReader: true,
    query: reviewQuery,
    answer: reviewList,
  },
  readRatings: {
    ...bare,
    method: 'GET',
    path: '/ratings',
    group: 'reviews',
    summary: 'What all reviews come to: the mean and the spread; and which courses have any.',
    who: 'anyone',
    answer: allRatings,
  },
  readCourseRatings: {
    ...bare,
    method: 'GET',
    path: '/ratings/{id}',
    group: 'reviews',
    summary: 'What the reviews of one course come to: the mean and the spread.',
    who: 'anyone',
    params: idInPath,
    answer: courseRatings,
  },
  listHighRatedCourses: {
    ...bare,
    method: 'GET',
    path: '/highRatedCourses',
    group: 'reviews',
    summary: 'The five courses with the best mean rating; equals by their number of reviews, then by name.',
    who: 'anyone',
    answer: highRatedCourseList,
  },
  submitReview: {
    ...bare,
    method: 'POST',
    path: '/reviews',
    group: 'reviews',
    summary: 'Reviews a course that one has completed; the second review of a course revises the first.',
    who: 'review.write',
    body: newReview,
    answer: insertAnswer,
    problems: ['course-incomplete'],
  },
  removeReview: {
    ...bare,
    method: 'DELETE',
    path: '/reviews/{id}',
    group: 'reviews',
    summary: 'Takes one’s own review back; an Admin removes anybody’s.',
    who: 'review.remove',
    params: idInPath,
    answer: deleteAnswer,
  },
  restoreReview: {
    ...bare,
    method: 'POST',
    path: '/reviews/{id}/restoration',
    group: 'reviews',
    summary: 'Brings back, as it was, a review that an Admin removed.',
    who: 'review.restore',
    params: idInPath,
    answer: updateAnswer,
    problems: ['review-replaced', 'review-taken-back'],
  },
  startQuiz: {
    ...bare,
    method: 'POST',
    path: '/quizzes',
    group: 'learning',
    summary:
      'Starts a quiz of a started course. While an attempt of the same kind runs, that one is answered again: same deadline.',
    who: 'quiz.take',
    body: newQuiz,
    answer: timedQuizAttempt,
    problems: ['course-not-started', 'no-questions', 'conflict'],
  },
  submitQuiz: {
    ...bare,
    method: 'POST',
    path: '/quizzes/{id}/answers',
    group: 'learning',
    summary:
      'Ends an attempt with these answers and gives its result. The first submission counts, later ones get its result; what comes after the time is up counts as nothing.',
    who: 'quiz.take',
    params: idInPath,
    body: quizSubmission,
    answer: timedQuizAttempt,
    problems: ['not-found'],
  },
  listQuizzes: {
    ...bare,
    discloses: 'quizzes',
    method: 'GET',
    path: '/quizzes',
    group: 'learning',
    summary: 'A student’s attempts, the newest first; with the right answers once they have ended.',
    who: 'self',
    query: z.object({ email: emailAddress('Email'), ...quizPage }),
    timely: true,
    answer: z.array(quizAttempt),
  },
  listQuizzesToMark: {
    ...bare,
    discloses: 'written-answers',
    method: 'GET',
    path: '/quizzes/marking',
    group: 'learning',
    summary:
      'Written quizzes that wait for marks, or that were marked: an instructor’s own courses, an admin’s all.',
    who: 'quiz.mark',
    query: z.object({ state: markingState, ...quizPage }),
    answer: z.array(submittedQuiz),
  },
  readQuiz: {
    ...bare,
    discloses: 'quizzes',
    method: 'GET',
    path: '/quizzes/{id}',
    group: 'learning',
    summary: 'One attempt, to its student and to those who may mark it.',
    who: 'registered',
    params: idInPath,
    timely: true,
    answer: timedQuizAttempt,
    problems: ['not-found'],
  },
  markQuiz: {
    ...bare,
    method: 'PATCH',
    path: '/quizzes/{id}/marks',
    group: 'learning',
    summary: 'Marks a written quiz, or changes the marks: the course’s instructor or an admin.',
    who: 'quiz.mark',
    params: idInPath,
    body: quizMarks,
    answer: updateAnswer,
  },
  collectCertificate: {
    ...bare,
    method: 'POST',
    path: '/certificates',
    group: 'learning',
    summary:
      'Issues the certificate of a completed course, named by enrolmentId or courseId; a repetition answers the first one.',
    who: 'course.learn',
    body: certificateRequest,
    answer: certificateAnswer,
    problems: ['course-incomplete', 'conflict'],
  },
  keepPlayback: {
    ...bare,
    state: true,
    method: 'PUT',
    path: '/playback',
    group: 'learning',
    summary:
      'Keeps the place in the videos of a course that one has started, for the way back; six a minute at most.',
    who: 'course.learn',
    body: newPlayback,
    answer: updateAnswer,
    problems: ['conflict'],
  },
  listPlayback: {
    ...bare,
    discloses: 'playback',
    state: true,
    method: 'GET',
    path: '/playback',
    group: 'learning',
    summary: 'Where a student stands in the videos of their courses, the last place first.',
    who: 'self',
    query: z.object({ email: emailAddress('Email') }),
    answer: playbackList,
  },
  readPresence: {
    ...bare,
    state: true,
    method: 'GET',
    path: '/presence',
    group: 'learning',
    summary: 'How many people learn a course at this moment; never who.',
    who: 'registered',
    query: presenceQuery,
    answer: coursePresence,
  },
  takeNote: {
    ...bare,
    method: 'POST',
    path: '/notes',
    group: 'learning',
    summary:
      'Takes a note in a course that one has started; each is a new one, repeated with its key the same.',
    who: 'note.keep',
    body: newNote,
    answer: insertAnswer,
    problems: ['course-not-started', 'conflict'],
  },
  listNotes: {
    ...bare,
    discloses: 'notes',
    method: 'GET',
    path: '/notes/{email}',
    group: 'learning',
    summary: 'A student’s notes, in the order in which they were taken.',
    who: 'self',
    params: emailInPath,
    answer: noteList,
  },
  editNote: {
    ...bare,
    method: 'PUT',
    path: '/notes/{id}',
    group: 'learning',
    summary: 'Changes the text of one’s own note.',
    who: 'note.keep',
    params: idInPath,
    body: editedNote,
    answer: updateAnswer,
    problems: ['conflict'],
  },
  removeNote: {
    ...bare,
    method: 'DELETE',
    path: '/notes/{id}',
    group: 'learning',
    summary: 'Removes one’s own note.',
    who: 'note.keep',
    params: idInPath,
    answer: deleteAnswer,
  },
  restoreNote: {
    ...bare,
    method: 'POST',
    path: '/notes/{id}/restoration',
    group: 'learning',
    summary: 'Takes the removal of one’s own note back.',
    who: 'note.keep',
    params: idInPath,
    answer: updateAnswer,
    problems: ['conflict'],
  },
  readActivity: {
    ...bare,
    discloses: 'activity',
    method: 'GET',
    path: '/activity/{email}',
    group: 'learning',
    summary: 'What a student has done for their learning, by the day of a time zone and by course.',
    who: 'self',
    params: emailInPath,
    query: activityQuery,
    answer: activity,
  },
  listCertificates: {
    ...bare,
    discloses: 'certificates',
    method: 'GET',
    path: '/certificates/{email}',
    group: 'learning',
    summary: 'A student’s certificates, the newest first.',
    who: 'self',
    params: emailInPath,
    answer: certificateList,
  },
  verifyCertificate: {
    ...bare,
    method: 'GET',
    path: '/verify/{number}',
    group: 'learning',
    summary:
      'What a certificate says, by its number, with the proof that its event is in the sealed log; of a removed person that it was withdrawn.',
    who: 'anyone',
    params: certificateInPath,
    query: proofQuery,
    answer: verification,
    problems: ['not-found'],
  },
  postAnnouncement: {
    ...bare,
    method: 'POST',
    path: '/announcement',
    group: 'announcements',
    summary:
      'Announces something, to everybody or to those enrolled in one course, in the role that one has.',
    who: 'announcement.post',
    body: newAnnouncement,
    answer: insertAnswer,
    problems: ['no-such-course', 'course-withdrawn'],
  },
  listAnnouncements: {
    ...bare,
    method: 'GET',
    path: '/announcement',
    group: 'announcements',
    summary:
      'What was announced to everybody, to those enrolled in one’s courses, and by oneself, newest first; all of it to Admins.',
    who: 'registered',
    query: announcementQuery,
    answer: announcementList,
  },
  withdrawAnnouncement: {
    ...bare,
    method: 'DELETE',
    path: '/announcement/{id}',
    group: 'announcements',
    summary: 'Withdraws one’s own announcement; an Admin withdraws any.',
    who: 'announcement.withdraw',
    params: idInPath,
    answer: deleteAnswer,
  },
  restoreAnnouncement: {
    ...bare,
    method: 'POST',
    path: '/announcement/{id}/restoration',
    group: 'announcements',
    summary: 'Brings a withdrawn announcement back; what an Admin withdrew, only an Admin.',
    who: 'announcement.withdraw',
    params: idInPath,
    answer: updateAnswer,
  },
  seeAnnouncements: {
    ...bare,
    state: true,
    method: 'PUT',
    path: '/announcement/seen',
    group: 'announcements',
    summary:
      'Keeps up to where one has seen what was announced, for all one’s devices; it only moves forward.',
    who: 'announcement.see',
    body: announcementsSeen,
    answer: updateAnswer,
  },
  readAnnouncementsSeen: {
    ...bare,
    state: true,
    method: 'GET',
    path: '/announcement/seen',
    group: 'announcements',
    summary: 'Up to where one has seen what was announced; 0 at first.',
    who: 'registered',
    answer: seenAnswer,
  },
  readAnnouncementReach: {
    ...bare,
    state: true,
    method: 'GET',
    path: '/announcement/reach',
    group: 'announcements',
    summary: 'How many of those whom one’s own newest announcements are for have seen them.',
    who: 'announcement.post',
    answer: announcementReachList,
  },
  readAudit: {
    ...bare,
    discloses: 'history',
    method: 'GET',
    path: '/audit',
    group: 'history',
    summary:
      'What happened, newest first: in words, who did it, what differs. Kept to a kind, a person, a record or a time; as CSV with format=csv.',
    who: 'audit.read',
    query: auditQuery,
    answer: auditList,
  },
  readLog: {
    ...bare,
    discloses: 'log',
    method: 'GET',
    path: '/log',
    group: 'history',
    summary:
      'Every event under pseudonyms, one a line, in order, up to the head as it stands. Kept to a stretch and to kinds of event; whoever was cut off goes on after the position of the last line.',
    who: 'log.read',
    query: logQuery,
    timely: true,
    lines: true,
    answer: logLine,
  },
  removeUser: {
    ...bare,
    method: 'DELETE',
    path: '/users/{id}',
    group: 'users',
    summary: 'Removes a person, and destroys the key of their personal data.',
    who: 'user.remove',
    params: idInPath,
    answer: deleteAnswer,
    problems: ['last-admin'],
  },
  copyOwnData: {
    ...bare,
    state: true,
    method: 'POST',
    path: '/me/data',
    group: 'users',
    summary:
      'Everything that the school holds on whoever asks, as a ZIP file: in words to be read, and as JSON. One copy at a time.',
    who: 'user.copyOwnData',
    body: ownDataRequest,
    answer: z.never(),
    file: 'application/zip',
    problems: ['conflict'],
  },
  removeOwnAccount: {
    ...bare,
    method: 'POST',
    path: '/me/removal',
    group: 'users',
    summary:
      'Removes whoever asks, for good: the key of their personal data is destroyed. Needs a sign-in of the last few minutes.',
    who: 'user.removeOwn',
    body: ownRemoval,
    answer: deleteAnswer,
    problems: ['last-admin', 'sign-in-too-old'],
  },
} as const satisfies Record<string, Call>;

export type CallName = keyof typeof calls;
export const allCalls: readonly Call[] = Object.values(calls);
