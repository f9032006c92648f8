/** The first path segments of the client's pages. Some are also endpoints (/users, /reviews). */
const pageSegments = [
  'allCourses',
  'instructors',
  'users',
  'dashboard',
  'insight',
  'myNotes',
  'addCourse',
  'audit',
  'updateCourse',
  'courseVideos',
  'courseStudents',
  'courseDetails',
  'enrolled-courses',
  'showMoudules',
  'learn-course',
  'reviews',
  'highRatedCourses',
  'bookmarks',
  'announcement',
  'showAnnouncement',
  'quizzes',
  'marking',
  'myProfile',
  'auth',
  'verify',
  'farewell',
  'about',
  'faq',
  'privacy-policy',
  'terms-of-service',
] as const;

/** The public pages that the sitemap lists in addition to the pages of courses. */
export const publicPages = [
  '/',
  '/allCourses',
  '/instructors',
  '/about',
  '/faq',
  '/privacy-policy',
  '/terms-of-service',
] as const;
export type PublicPage = (typeof publicPages)[number];

/** The first segments of the other pages that visitors, and so crawlers, may read. Of these, the sitemap lists only the courses. */
const otherPublicSegments: readonly string[] = ['courseDetails', 'verify', 'auth', 'farewell'];

/** The first segments of the pages that only signed-in users may read. */
export const privateSegments: readonly string[] = pageSegments.filter(
  (segment) => !publicPages.some((path) => path === `/${segment}`) && !otherPublicSegments.includes(segment),
);

/**
 * Returns whether a request is a browser navigation. If a path is both a page and an endpoint, navigations get the page, and other
 * requests reach the API. The header `Sec-Fetch-Dest: document` decides. Older browsers do not send it and are recognized by `Accept: text/html`.
 */
export const isNavigation = (request: {
  method: string;
  secFetchDest?: string;
  accept?: string;
}): boolean => {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  if (request.secFetchDest !== undefined) return request.secFetchDest === 'document';
  return (request.accept ?? '').includes('text/html');
};

/** Paths that are never pages: files, health checks, metrics, API description, pictures and the live connection. */
export const neverPages = [
  '/healthz',
  '/readyz',
  '/metrics',
  '/configuration.json',
  '/openapi.json',
  '/robots.txt',
  '/sitemap.xml',
  '/sitemap/',
  '/api',
  '/assets/',
  '/clips/',
  '/initials/',
  '/socket.io/',
] as const;

const isNeverPage = (path: string): boolean =>
  neverPages.some((prefix) =>
    prefix.endsWith('/') ? path.startsWith(prefix) : path === prefix || path.startsWith(`${prefix}/`),
  );

/**
 * Returns whether a request gets the client's page. The read-api and the development server share this rule.
 * @param request `path` without the query.
 */
export const wantsPage = (request: Parameters<typeof isNavigation>[0] & { path: string }): boolean =>
  (request.path === '/' && (request.method === 'GET' || request.method === 'HEAD')) ||
  (!isNeverPage(request.path) && isNavigation(request));

/**
 * Returns whether the client has pages under the first segment of this path. If not, its not-found page is served with
 * status 404.
 */
export const isKnownPage = (path: string): boolean => {
  const [, segment = ''] = path.split('/');
  return segment === '' || (pageSegments as readonly string[]).includes(segment);
};
