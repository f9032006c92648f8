/**
 * Returns the path to open after a login: `from` in the router state of the login page, or the home page. The state is not
 * trusted: only a path of this origin that is not itself an authentication page is accepted.
 */
export const pathAfterLogin = (state: unknown): string => {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : null;
  if (typeof from !== 'string' || !/^\/(?![/\\])/.test(from)) return '/';
  const url = URL.parse(from, 'https://here.invalid');
  if (url === null || url.origin !== 'https://here.invalid') return '/';
  const path = url.pathname.toLowerCase();
  return path === '/auth' || path.startsWith('/auth/') ? '/' : `${url.pathname}${url.search}${url.hash}`;
};

/** Returns the e-mail address that a finished registration passes to the login form, or ''. */
export const emailForLogin = (state: unknown): string =>
  typeof state === 'object' && state !== null && 'email' in state && typeof state.email === 'string'
    ? state.email
    : '';
