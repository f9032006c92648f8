const createPositionQuery = ({ module, second }: { module: number; second?: number }) =>
  new URLSearchParams({
    module: String(module),
    ...(second === undefined ? {} : { second: String(Math.floor(second)) }),
  });

/** The paths of all pages. Functions fill in parameters. */
export const paths = {
  home: '/',
  allCourses: '/allCourses',
  instructors: '/instructors',
  reviews: '/reviews',
  highRatedCourses: '/highRatedCourses',
  courseDetails: (id: string) => `/courseDetails/${encodeURIComponent(id)}`,
  /** A course as of a log position or an ISO time. */
  courseAsOf: (id: string, moment: number | string) =>
    `/courseDetails/${encodeURIComponent(id)}?${new URLSearchParams({ asOf: String(moment) })}`,
  addCourse: '/addCourse',
  updateCourse: (id: string) => `/updateCourse/${encodeURIComponent(id)}`,
  courseVideos: (id: string) => `/courseVideos/${encodeURIComponent(id)}`,
  /** Three pages: the courses whose students the user may see, the students of one course, and one student of a course. */
  taughtCourses: '/courseStudents',
  courseStudents: (id: string) => `/courseStudents/${encodeURIComponent(id)}`,
  studentInCourse: (id: string, studentId: string) =>
    `/courseStudents/${encodeURIComponent(id)}/${encodeURIComponent(studentId)}`,
  users: '/users',
  dashboard: '/dashboard',
  insight: '/insight',
  /** The History page, filtered by record or person. */
  audit: (filter: { record?: string; person?: string } = {}) =>
    Object.keys(filter).length === 0 ? '/audit' : `/audit?${new URLSearchParams(filter)}`,
  myNotes: '/myNotes',
  enrolledCourses: '/enrolled-courses',
  /** The specification spells the path this way. */
  showModules: (id: string) => `/showMoudules/${encodeURIComponent(id)}`,
  /** Without a position the lesson resumes where the student left it. */
  learnCourse: (id: string, position?: { module: number; second?: number }) =>
    `/learn-course/${encodeURIComponent(id)}${position ? `?${createPositionQuery(position)}` : ''}`,
  bookmarks: '/bookmarks',
  announcement: '/announcement',
  showAnnouncement: '/showAnnouncement',
  quizzes: '/quizzes',
  marking: '/marking',
  markQuiz: (id: string) => `/marking/${encodeURIComponent(id)}`,
  myProfile: '/myProfile',
  login: '/auth/login',
  register: '/auth/register',
  forgottenPassword: '/auth/forgotten-password',
  newPassword: '/auth/new-password',
  completeRegistration: '/auth/complete-registration',
  /** The public page of a certificate. Without a number it shows a form. */
  verify: (number = '') => (number === '' ? '/verify' : `/verify/${encodeURIComponent(number)}`),
  /** Shown after a user has deleted their account. */
  accountDeleted: '/farewell',
  about: '/about',
  faq: '/faq',
  privacyPolicy: '/privacy-policy',
  termsOfService: '/terms-of-service',
} as const;

/** The paths with parameters, as the router matches them. */
export const patterns = {
  courseDetails: '/courseDetails/:id',
  updateCourse: '/updateCourse/:id',
  courseVideos: '/courseVideos/:id',
  courseStudents: '/courseStudents/:id',
  studentInCourse: '/courseStudents/:id/:studentId',
  showModules: '/showMoudules/:id',
  learnCourse: '/learn-course/:id',
  markQuiz: '/marking/:id',
  verify: '/verify/:number?',
} as const;

/** Returns the path of the quiz page for an enrolment. If the student has left the course, the page uses the course code instead. */
export const getQuizPath = (enrolment: { _id: string; course_code: string }): string =>
  `${paths.quizzes}?${new URLSearchParams({ course: enrolment.course_code, enrolment: enrolment._id })}`;
