import { isKnownPage, wantsPage } from '#contract/pages.ts';
import type { Context, RequestMiddleware } from '#platform/http/context.ts';
import { problemError } from '#platform/problems.ts';
import { isHeld } from '../freshness/entity-tag.ts';
import { rangeOf } from './byte-range.ts';
import type { ClientFile } from './files.ts';

/**
 * A film, or the part of it that was asked for. Parts stand in memory already and are not copied: what a slow client has
 * not taken yet costs nothing but its line.
 */
const sendPart = (context: Context, { body, etag }: ClientFile) => {
  context.set('Accept-Ranges', 'bytes');
  const ifRange = context.get('if-range');
  // A part of another file must not be put together with parts of this one; there is no Last-Modified to compare with.
  const asked = context.method === 'GET' && (ifRange === '' || ifRange === etag) ? context.get('range') : '';
  const range = rangeOf(asked, body.length);
  if (range === 'none') {
    context.set('Content-Range', `bytes */${body.length}`);
    throw problemError('range-not-satisfiable', `The file has ${body.length} bytes: ask for some of them.`);
  }
  if (range === 'whole') {
    context.body = body;
    return;
  }
  context.status = 206;
  context.set('Content-Range', `bytes ${range.first}-${range.last}/${body.length}`);
  context.body = body.subarray(range.first, range.last + 1);
};

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
  if (file.inParts) return sendPart(context, file);
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
