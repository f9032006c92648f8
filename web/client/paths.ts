const placeInAddress = ({ module, second }: { module: number; second?: number }) =>
  new URLSearchParams({
    module: String(module),
    ...(second === undefined ? {} : { second: String(Math.floor(second)) }),
  });

/** Every address of the client, spelled once. `pattern` is what the router matches; functions make addresses. */
export const paths = {
  home: '/',
  allCourses: '/allCourses',
  instructors: '/instructors',
  reviews: '/reviews',
  highRatedCourses: '/highRatedCourses',
  courseDetails: (id: string) => `/courseDetails/${encodeURIComponent(id)}`,
  /** A course as it was: at a position of the log, or at a time (ISO). */
  courseAsOf: (id: string, moment: number | string) =>
    `/courseDetails/${encodeURIComponent(id)}?${new URLSearchParams({ asOf: String(moment) })}`,
  addCourse: '/addCourse',
  updateCourse: (id: string) => `/updateCourse/${encodeURIComponent(id)}`,
  courseVideos: (id: string) => `/courseVideos/${encodeURIComponent(id)}`,
  users: '/users',
  dashboard: '/dashboard',
  insight: '/insight',
  /** The history, of one record or of a person if one is given. */
  audit: (narrowed: { record?: string; person?: string } = {}) =>
    Object.keys(narrowed).length === 0 ? '/audit' : `/audit?${new URLSearchParams(narrowed)}`,
  myNotes: '/myNotes',
  enrolledCourses: '/enrolled-courses',
  showModules: (id: string) => `/showMoudules/${encodeURIComponent(id)}`,
  /** With a place the lesson begins there; without one it goes on where the student left. */
  learnCourse: (id: string, place?: { module: number; second?: number }) =>
    `/learn-course/${encodeURIComponent(id)}${place ? `?${placeInAddress(place)}` : ''}`,
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
  /** The public page of a certificate; without a number a page that asks for one. */
  verify: (number = '') => `/verify${number && `/${encodeURIComponent(number)}`}`,
  /** Where somebody stands who has just deleted their account. */
  farewell: '/farewell',
  about: '/about',
  faq: '/faq',
  privacyPolicy: '/privacy-policy',
  termsOfService: '/terms-of-service',
} as const;

export const patterns = {
  courseDetails: '/courseDetails/:id',
  updateCourse: '/updateCourse/:id',
  courseVideos: '/courseVideos/:id',
  showModules: '/showMoudules/:id',
  learnCourse: '/learn-course/:id',
  markQuiz: '/marking/:id',
  verify: '/verify/:number?',
} as const;

/** The quiz page for an enrolment; the code goes along for who has left the course meanwhile. */
export const quizAddress = (enrolment: { _id: string; course_code: string }): string =>
  `${paths.quizzes}?${new URLSearchParams({ course: enrolment.course_code, enrolment: enrolment._id })}`;
