/**
 * The page that a visitor wanted when the guard sent them to the login, carried in the router's state of the login and
 * register pages, so it lives as long as that entry of the history.
 */
export type LoginState = { from?: string; email?: string };

/**
 * The path to go to after a login: the remembered one if it is a path of this origin and not itself a page for signing in,
 * else the home page. What is remembered may come from anywhere, so it is never trusted to be an address.
 */
export const pathAfterLogin = (state: unknown): string => {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : null;
  if (typeof from !== 'string' || !/^\/(?![/\\])/.test(from)) return '/';
  const url = URL.parse(from, 'https://here.invalid');
  if (url === null || url.origin !== 'https://here.invalid') return '/';
  const path = url.pathname.toLowerCase();
  return path === '/auth' || path.startsWith('/auth/') ? '/' : `${url.pathname}${url.search}${url.hash}`;
};

/** The e-mail that a finished registration hands to the login form, or ''. */
export const emailForLogin = (state: unknown): string =>
  typeof state === 'object' && state !== null && 'email' in state && typeof state.email === 'string'
    ? state.email
    : '';
