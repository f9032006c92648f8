import { initialsFolder, parseInitialsPath } from '#contract/initials.ts';
import type { Context, RequestMiddleware } from '#platform/http/context.ts';
import { problemError } from '#platform/problems.ts';

/** White text has a contrast ratio of at least 5:1 on each of these. */
const colours = ['#4338ca', '#166534', '#8a5f00', '#991b1b', '#0f5e7a', '#7a2e7a', '#3f4a5a', '#92400e'];

/** Returns a colour that depends only on the initials. */
const colourOf = (initials: string): string =>
  colours[[...initials].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % colours.length] ??
  '#4338ca';

/** Draws initials as SVG. Initials contain no markup (see `parseInitialsPath`), so they need no escaping. */
const drawInitials = (initials: string): string =>
  [
    '<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="0 0 96 96">',
    `<rect width="96" height="96" fill="${colourOf(initials)}"/>`,
    '<text x="48" y="48" dy=".35em" text-anchor="middle" fill="#fff" font-family="system-ui, sans-serif"',
    ` font-size="38" font-weight="600">${initials}</text></svg>`,
  ].join('');

/** Serves GET /initials/{initials}: a picture for users without a picture of their own. */
export const serveInitials: RequestMiddleware = (context, next) => {
  const isRead = context.method === 'GET' || context.method === 'HEAD';
  return isRead && context.path.startsWith(initialsFolder) ? answerWithInitials(context) : next();
};

const answerWithInitials = (context: Context): void => {
  context.state.route = `${initialsFolder}{initials}`;
  const initials = parseInitialsPath(context.path);
  if (initials === null)
    throw problemError(
      'not-found',
      'There is no such picture. The address of a picture ends with one or two letters or digits.',
    );
  context.set('Cache-Control', 'public, max-age=86400');
  context.type = 'image/svg+xml';
  context.body = drawInitials(initials);
};
