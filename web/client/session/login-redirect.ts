const placeholderOrigin = 'https://here.invalid';

/**
 * Returns the path to open after a login: `from` in the router state of the login page, or the home page. The state is not
 * trusted: only a path of this origin that is not itself an authentication page is accepted.
 */
export const getPathAfterLogin = (state: unknown): string => {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : null;
  if (typeof from !== 'string' || !/^\/(?![/\\])/.test(from)) return '/';
  const url = URL.parse(from, placeholderOrigin);
  if (url === null || url.origin !== placeholderOrigin) return '/';
  const path = url.pathname.toLowerCase();
  return path === '/auth' || path.startsWith('/auth/') ? '/' : `${url.pathname}${url.search}${url.hash}`;
};

/** The action for which a page asks for a login, by the first segment of the page's path in lower case. */
const loginReasons: ReadonlyMap<string, string> = new Map(
  Object.entries({
    addcourse: 'add a course',
    announcement: 'post announcements',
    audit: 'see the history',
    bookmarks: 'see your bookmarks',
    coursedetails: 'enroll in this course',
    coursestudents: 'see the students of a course',
    coursevideos: 'edit the videos of a course',
    dashboard: 'see the dashboard',
    'enrolled-courses': 'see your courses',
    highratedcourses: 'see trending courses',
    insight: 'see school statistics',
    'learn-course': 'continue your course',
    marking: 'mark quizzes',
    mynotes: 'see your notes',
    myprofile: 'see your profile',
    quizzes: 'take quizzes',
    reviews: 'see reviews',
    showannouncement: 'see announcements',
    showmoudules: 'see your course',
    updatecourse: 'edit a course',
    users: 'manage users',
  }),
);

/** Returns a sentence that says why the login page is shown; null if no page asked for the login. */
export const describeLoginReason = (state: unknown): string | null => {
  const path = getPathAfterLogin(state);
  if (path === '/') return null;
  const [segment = ''] = path.slice(1).toLowerCase().split(/[/?#]/);
  return `Log in to ${loginReasons.get(segment) ?? 'see this page'}.`;
};

/** Returns the e-mail address that a finished registration passes to the login form, or ''. */
export const readEmailForLogin = (state: unknown): string =>
  typeof state === 'object' && state !== null && 'email' in state && typeof state.email === 'string'
    ? state.email
    : '';
