import { rejectAfter } from '#concurrency/reject-after.ts';
import { isKnownPage, wantsPage } from '#contract/pages.ts';
import { findRenderedAddress } from '#contract/rendered-pages.ts';
import type { Context, RequestMiddleware } from '#platform/http/context.ts';
import { problemError } from '#platform/problems.ts';
import { entityTag, matchesEntityTag } from '../freshness/entity-tag.ts';
import type { KeptPage } from '../pages/rendered-pages.ts';
import type { AnswerCache } from '../query-handler/answer-cache.ts';
import { acceptedCoding } from '../query-handler/content-coding.ts';
import { sendEncoded } from '../query-handler/send-encoded.ts';
import { addContent } from './add-content.ts';
import { parseRange } from './byte-range.ts';
import {
  addDescription,
  type DescribePage,
  isPreviewProgram,
  type PageDescription,
} from './page-description.ts';
import { publicOrigin } from './public-origin.ts';
import type { ClientFile } from './read-client-files.ts';

type PageDependencies = {
  /** Loads the description of a page with a parameter. */
  describePage: DescribePage;
  /** The descriptions of pages without parameters, by path. */
  fixedDescriptions: ReadonlyMap<string, PageDescription>;
  /** Keeps the compressed pages, so that most requests need no compression. */
  answerCache: AnswerCache;
  /** The public address of the product. If it is null, pages have descriptions only at a loopback host. */
  publicUrl: string | null;
  /**
   * Counts a request for a page whose description or content is loaded, which may cost a query. Rejects if the client's
   * address has sent too many requests.
   */
  countRequest: (address: string) => Promise<void>;
  /** After this time, a page without rendered content is served without its description. */
  timeoutMs: number;
  /** Called if the description or the content cannot be loaded. The page is then served without it. */
  onError: (error: unknown) => void;
  /** Returns the rendered page at an address. If it is null, clients render all pages. */
  renderPage: ((address: string) => Promise<KeptPage<PageDescription>>) | null;
};

const certificatePrefix = '/verify/';
/** The paths of pages whose description is loaded begin with one of these. `/verify/{number}` is also an endpoint. */
const describedPathPrefixes = [certificatePrefix, '/courseDetails/'];

const isDescribed = (path: string, { fixedDescriptions }: PageDependencies): boolean =>
  fixedDescriptions.has(path) || describedPathPrefixes.some((prefix) => path.startsWith(prefix));

/**
 * Returns whether a browser can show the file as a page that runs scripts. A script that is run as a worker would also need the policy
 * of pages, but no script under `assets/` is run as a worker.
 */
const canBePage = ({ type }: ClientFile): boolean => /^(?:text\/html|image\/svg)/.test(type);

/** Returns whether a request names the type of API answers. Preview programs accept any type, but do not name this one. */
const asksForJson = (context: Context): boolean => context.get('accept').includes('application/json');

/**
 * Serves the built client: its files by their names, and its page for navigations (see `wantsPage`), with status 404 if the
 * client has no such page. Preview programs also get pages that have a description. All other requests are passed on to the endpoints.
 * @param dependencies for the descriptions and the content of pages. If it is null, the client's page is sent without either.
 */
export const serveClient =
  (files: ReadonlyMap<string, ClientFile>, dependencies: PageDependencies | null = null): RequestMiddleware =>
  async (context, next) => {
    if (context.method !== 'GET' && context.method !== 'HEAD') return next();
    const { path } = context;
    // A URL may be both a page and an endpoint, so caches must keep the two apart.
    context.vary('Sec-Fetch-Dest, Accept');
    const file = path === '/index.html' ? undefined : files.get(path);
    if (file) {
      const isAsset = path.startsWith('/assets/');
      context.state.route = isAsset ? '/assets/{file}' : '/{file}';
      context.state.isData = isAsset && !canBePage(file);
      return sendFile(context, file);
    }
    const secFetchDest = context.get('sec-fetch-dest') || undefined;
    const hasDescription = dependencies !== null && isDescribed(path, dependencies);
    if (hasDescription) context.vary('User-Agent');
    if (
      !wantsPage({ path, method: context.method, accept: context.get('accept'), secFetchDest }) &&
      !(hasDescription && isPreviewProgram(context.get('user-agent')) && !asksForJson(context))
    )
      return next();
    const page = files.get('/index.html');
    if (!page) throw problemError('unavailable', 'The client has not been built yet: run `npm start`.');
    context.state.route = '(page)';
    // A search engine must not keep the name of the student, because the certificate may be withdrawn.
    if (path.startsWith(certificatePrefix)) context.set('X-Robots-Tag', 'noindex');
    if (dependencies !== null) {
      const countingOnce = countOnce(dependencies);
      if (await sendRenderedPage(context, page, countingOnce)) return;
      if (hasDescription && (await sendDescribedPage(context, page, countingOnce))) return;
    }
    sendFile(context, page, isKnownPage(path) ? 200 : 404);
  };

/** Returns the dependencies for one request. It counts once, even if its content fails and its description is loaded afterwards. */
const countOnce = (dependencies: PageDependencies): PageDependencies => {
  let counted: Promise<void> | null = null;
  return {
    ...dependencies,
    countRequest: (address) => {
      counted ??= dependencies.countRequest(address);
      return counted;
    },
  };
};

/** Sends the rendered page with its description. @returns false if the client has to render the page. */
const sendRenderedPage = async (
  context: Context,
  shell: ClientFile,
  { renderPage, countRequest, publicUrl, answerCache, onError }: PageDependencies,
): Promise<boolean> => {
  // Other sites keep previews even after the student's account was removed, so previews do not name the student.
  if (context.path.startsWith(certificatePrefix) && isPreviewProgram(context.get('user-agent'))) return false;
  if (!renderPage) return false;
  const address = findRenderedAddress(context.path, context.URL.searchParams);
  if (address === null) return false;
  await countRequest(context.state.address);
  const kept = await renderPage(address).catch((error: unknown) => {
    onError(error);
    return null;
  });
  if (kept === null) return false;
  const { page, description, tag: contentTag, key } = kept;
  const origin = publicOrigin(context, publicUrl);
  const canonical = origin === null ? null : URL.parse(context.path, origin);
  const tag = entityTag([shell.etag, contentTag, canonical?.href ?? '']);
  context.set('Cache-Control', shell.cacheControl);
  context.status = page.status;
  if (page.status === 200) {
    context.set('ETag', tag);
    if (matchesEntityTag(tag, context.get('if-none-match'))) {
      context.status = 304;
      return true;
    }
  }
  const composePage = async () => {
    const html = addContent(shell.body.toString('utf8'), page);
    const text = description && canonical ? addDescription(html, description, canonical) : html;
    return { text, type: shell.type, headers: {} };
  };
  sendEncoded(context, await answerCache(`${tag} ${key}`, acceptedCoding(context), composePage));
  return true;
};

/** Sends the page with its description. @returns false if there is no description. */
const sendDescribedPage = async (
  context: Context,
  page: ClientFile,
  dependencies: PageDependencies,
): Promise<boolean> => {
  const { fixedDescriptions, publicUrl, answerCache } = dependencies;
  const description = fixedDescriptions.get(context.path) ?? (await loadDescription(context, dependencies));
  const origin = publicOrigin(context, publicUrl);
  const address = origin === null ? null : URL.parse(context.path, origin);
  if (description === null || address === null) return false;
  const html = addDescription(page.body.toString('utf8'), description, address);
  context.set('Cache-Control', page.cacheControl);
  const tag = entityTag([html]);
  context.set('ETag', tag);
  if (matchesEntityTag(tag, context.get('if-none-match'))) {
    context.status = 304;
    return true;
  }
  const answer = { text: html, type: page.type, headers: {} };
  sendEncoded(context, await answerCache(tag, acceptedCoding(context), async () => answer));
  return true;
};

const loadDescription = async (
  context: Context,
  { describePage, countRequest, timeoutMs, onError }: PageDependencies,
): Promise<PageDescription | null> => {
  await countRequest(context.state.address);
  return rejectAfter(
    timeoutMs,
    describePage(context.path),
    `The description took longer than ${timeoutMs} ms.`,
  ).catch((error: unknown) => {
    onError(error);
    return null;
  });
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

/** Sends a video, or the requested range of it. A range is a view of the buffer in memory, so slow clients need no copy of it. */
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
