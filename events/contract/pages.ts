/** The first path segments of the client's own pages; some are also names of calls (/users, /reviews). */
export const pageSegments = [
  'allCourses',
  'instructors',
  'users',
  'myNotes',
  'addCourse',
  'updateCourse',
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
  'myProfile',
  'auth',
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
  '/socket.io/',
] as const;
