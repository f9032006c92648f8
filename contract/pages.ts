/** The first path segments of the client's own pages; some are also names of calls (/users, /reviews). */
export const pageSegments = [
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

/**
 * Whether a GET is a browser's navigation, which gets the client, rather than a call of the same path.
 * `Sec-Fetch-Dest: document` decides where it is sent; older browsers are known by `Accept: text/html`.
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

/** Paths that are never pages, whoever asks: files, health, description, downloads. */
export const neverPages = [
  '/healthz',
  '/readyz',
  '/metrics',
  '/configuration.json',
  '/openapi.json',
  '/api',
  '/assets/',
  '/clips/',
  '/socket.io/',
] as const;

const isNeverPage = (path: string): boolean =>
  neverPages.some((place) =>
    place.endsWith('/') ? path.startsWith(place) : path === place || path.startsWith(`${place}/`),
  );

/**
 * The routing rule of the one origin, for the server, the development server and the edge alike: whether a request
 * gets the client's page. `path` is without the query.
 */
export const wantsPage = (request: Parameters<typeof isNavigation>[0] & { path: string }): boolean =>
  (request.path === '/' && (request.method === 'GET' || request.method === 'HEAD')) ||
  (!isNeverPage(request.path) && isNavigation(request));

/** Whether the client knows a page at this path; else it shows that there is none, and the answer is a 404. */
export const isKnownPage = (path: string): boolean => {
  const [, segment = ''] = path.split('/');
  return segment === '' || (pageSegments as readonly string[]).includes(segment);
};
