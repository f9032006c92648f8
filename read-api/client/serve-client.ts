import { isKnownPage, wantsPage } from '#events/contract/pages.ts';
import type { Context, RequestMiddleware } from '#platform/http/context.ts';
import { problemError } from '#platform/problems.ts';
import { isHeld } from '../freshness/entity-tag.ts';
import type { ClientFile } from './files.ts';

const sendFile = (context: Context, file: ClientFile, status = 200) => {
  context.status = status;
  context.set('Cache-Control', file.cacheControl);
  if (status === 200) {
    context.etag = file.etag;
    if (isHeld(file.etag, context.get('if-none-match'))) {
      context.status = 304;
      return;
    }
  }
  context.type = file.type;
  const encoded = file.encoded.find(({ encoding }) => context.acceptsEncodings(encoding) === encoding);
  if (encoded) context.set('Content-Encoding', encoded.encoding);
  context.body = encoded?.body ?? file.body;
};

/**
 * Serves the built client by the routing rule of the one origin: its files by their names, its page to whoever
 * navigates (with 404 where the client has no such page). Everything else is a call, and goes on.
 */
export const serveClient =
  (files: ReadonlyMap<string, ClientFile>): RequestMiddleware =>
  async (context, next) => {
    if (context.method !== 'GET' && context.method !== 'HEAD') return next();
    const { path } = context;
    // One address may be a page or a call: caches keep them apart.
    context.vary('Sec-Fetch-Dest, Accept');
    const file = path === '/index.html' ? undefined : files.get(path);
    if (file) {
      context.state.route = path.startsWith('/assets/') ? '/assets/{file}' : '/{file}';
      return sendFile(context, file);
    }
    const secFetchDest = context.get('sec-fetch-dest') || undefined;
    if (!wantsPage({ path, method: context.method, accept: context.get('accept'), secFetchDest }))
      return next();
    const page = files.get('/index.html');
    if (!page) throw problemError('unavailable', 'The client has not been built yet: run `npm start`.');
    context.state.route = '(page)';
    sendFile(context, page, isKnownPage(path) ? 200 : 404);
  };
