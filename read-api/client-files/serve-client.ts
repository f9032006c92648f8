import { rejectAfter } from '#concurrency/reject-after.ts';
import { isKnownPage, wantsPage } from '#contract/pages.ts';
import type { Context, RequestMiddleware } from '#platform/http/context.ts';
import { problemError } from '#platform/problems.ts';
import { matchesEntityTag } from '../freshness/entity-tag.ts';
import { parseRange } from './byte-range.ts';
import { addDescription, type DescribePage, isPreviewProgram } from './page-description.ts';
import type { ClientFile } from './read-client-files.ts';

type PagePreviews = {
  describePage: DescribePage;
  /** The public address of the product; null for the origin of the request. */
  publicUrl: string | null;
  /** Counts a request for a page with a description, which costs a query. Rejects if the client's address has sent too many. */
  countRequest: (address: string) => Promise<void>;
  /** After this time the page is served without a description. */
  timeoutMs: number;
  /** Called if the description cannot be loaded. The page is then served without it. */
  onError: (error: unknown) => void;
};

/** The paths of the pages that have a description begin with this. Some API requests have the same path. */
const describedPathPrefix = '/verify/';

/**
 * Serves the built client: its files by their names, and its page for every navigation (with status 404 if the client has
 * no such page). All other requests are passed on to the endpoints.
 * @param previews adds descriptions to pages, for the previews of other sites.
 */
export const serveClient =
  (files: ReadonlyMap<string, ClientFile>, previews: PagePreviews | null = null): RequestMiddleware =>
  async (context, next) => {
    if (context.method !== 'GET' && context.method !== 'HEAD') return next();
    const { path } = context;
    // A URL may be both a page and an endpoint, so caches must keep the two apart.
    context.vary('Sec-Fetch-Dest, Accept');
    const file = path === '/index.html' ? undefined : files.get(path);
    if (file) {
      context.state.route = path.startsWith('/assets/') ? '/assets/{file}' : '/{file}';
      return sendFile(context, file);
    }
    const secFetchDest = context.get('sec-fetch-dest') || undefined;
    const pagePreviews = path.startsWith(describedPathPrefix) ? previews : null;
    if (pagePreviews !== null) context.vary('User-Agent');
    if (
      !wantsPage({ path, method: context.method, accept: context.get('accept'), secFetchDest }) &&
      !(pagePreviews !== null && isPreviewProgram(context.get('user-agent')))
    )
      return next();
    const page = files.get('/index.html');
    if (!page) throw problemError('unavailable', 'The client has not been built yet: run `npm start`.');
    context.state.route = '(page)';
    if (pagePreviews !== null && (await sendDescribedPage(context, page, pagePreviews))) return;
    sendFile(context, page, isKnownPage(path) ? 200 : 404);
  };

/** Sends the page with its description. @returns false if it has none. */
const sendDescribedPage = async (
  context: Context,
  page: ClientFile,
  { describePage, publicUrl, countRequest, timeoutMs, onError }: PagePreviews,
): Promise<boolean> => {
  await countRequest(context.state.address);
  const description = await rejectAfter(
    timeoutMs,
    describePage(context.path),
    `The description took longer than ${timeoutMs} ms.`,
  ).catch((error: unknown) => {
    onError(error);
    return null;
  });
  const address = URL.parse(context.path, publicUrl ?? context.origin);
  if (description === null || address === null) return false;
  context.set('Cache-Control', page.cacheControl);
  context.type = page.type;
  context.body = addDescription(page.body.toString('utf8'), description, address);
  return true;
};

const sendFile = (context: Context, file: ClientFile, status = 200) => {
  context.status = status;
  context.set('Cache-Control', file.cacheControl);
  if (status === 200) {
    context.etag = file.etag;
    if (matchesEntityTag(file.etag, context.get('if-none-match'))) {
      context.status = 304;
      return;
    }
  }
  context.type = file.type;
  if (file.isVideo) return sendVideo(context, file);
  const compressed = file.compressed.find(({ encoding }) => context.acceptsEncodings(encoding) === encoding);
  if (compressed) context.set('Content-Encoding', compressed.encoding);
  context.body = compressed?.body ?? file.body;
};

/** Sends a video, or the requested range of it. A range is a view of the buffer in memory, so slow clients cost nothing. */
const sendVideo = (context: Context, { body, etag }: ClientFile) => {
  context.set('Accept-Ranges', 'bytes');
  const ifRange = context.get('if-range');
  // Ranges of different versions must not be combined. A date in If-Range never matches: there is no Last-Modified.
  const isRangeAllowed = context.method === 'GET' && (ifRange === '' || ifRange === etag);
  const range = parseRange(isRangeAllowed ? context.get('range') : '', body.length);
  if (range === 'unsatisfiable') {
    context.set('Content-Range', `bytes */${body.length}`);
    throw problemError(
      'range-not-satisfiable',
      `The file has ${body.length} bytes. Request a range within them.`,
    );
  }
  if (range === 'whole') {
    context.body = body;
    return;
  }
  context.status = 206;
  context.set('Content-Range', `bytes ${range.first}-${range.last}/${body.length}`);
  context.body = body.subarray(range.first, range.last + 1);
};
