/** Renders public pages in the read-api. This module is built with the client, and the read-api imports it at run time. */
import { dehydrate, type Query, type QueryObserverOptions } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import type { AnswerPageRequest, RenderedPage, RenderPage } from '#contract/rendered-pages.ts';
import { ApiError } from '../../client/api/api-error.ts';
import { type LogPosition, readLogPosition } from '../../client/api/log-position.ts';
import { isHydratedAtom } from '../../client/hydration.ts';
import { queryClient } from '../../client/query-client.ts';
import { store } from '../../client/store.ts';
import { Application } from '../application.tsx';
import { MainLayout } from '../frame/main-layout.tsx';
import { loadPage } from '../routing/page-route.tsx';
import { Pages } from '../routing/pages.tsx';
import { publicPages } from '../routing/public-pages.ts';
import { createRootRoute, wrapInLayout } from '../routing/root-route.tsx';
import { createPreloadLinks } from './create-preload-links.ts';

/**
 * How many times a page is rendered at most. It is first rendered without data, to find out its requests, and then again with the answers,
 * which may lead to further requests. The limit stops a page whose requests never end.
 */
const maxRounds = 5;

const routes = [createRootRoute([wrapInLayout(MainLayout, publicPages)])];

store.set(isHydratedAtom, false);
queryClient.setDefaultOptions({
  // A request that failed is not sent again.
  queries: { retry: false, retryOnMount: false, networkMode: 'always', gcTime: Number.POSITIVE_INFINITY },
});

/** The hashes of the queries that a rendered component needs. A query may be enabled in one component and disabled in another. */
const neededHashes = new Set<string>();

const cache = queryClient.getQueryCache();
const build = cache.build.bind(cache);
// A component that is rendered on the server does not subscribe to its query. The cache sees the options of each component only here.
const recordNeeded: typeof build = (client, options, state) => {
  const query = build(client, options, state);
  if ((options as QueryObserverOptions).enabled !== false) neededHashes.add(query.queryHash);
  return query;
};
cache.build = recordNeeded as typeof cache.build;

export const renderPage: RenderPage = async ({ address, answer }) => {
  const reads: LogPosition[] = [];
  // The read-api answers the requests of the client. Nothing else in this thread calls `fetch`.
  globalThis.fetch = createFetch(answer, reads);
  forgetAnswers();
  try {
    const { pathname } = new URL(address, 'http://localhost');
    if (!(await loadPage(routes, pathname))) throw new Error('The address has no public page.');
    const html = await renderWithAnswers(address);
    return { ...getStatusAndState(reads), html, headElements: createPreloadLinks(pathname) };
  } finally {
    forgetAnswers();
  }
};

const forgetAnswers = () => {
  queryClient.clear();
  neededHashes.clear();
};

const createFetch =
  (answer: AnswerPageRequest, reads: LogPosition[]): typeof fetch =>
  async (path) => {
    const { status, headers, body } = await answer(String(path));
    const response = new Response(body, { status, headers });
    const readAt = readLogPosition(response.headers);
    if (readAt !== null) reads.push(readAt);
    return response;
  };

const renderWithAnswers = async (address: string): Promise<string> => {
  for (let round = 0; round < maxRounds; round += 1) {
    const html = renderToString(
      <Application>
        <StaticRouter location={address}>
          <Pages routes={routes} />
        </StaticRouter>
      </Application>,
    );
    const unanswered = cache.getAll().filter(isUnanswered);
    if (unanswered.length === 0) return html;
    await Promise.all(unanswered.map((query) => query.fetch().catch(() => undefined)));
  }
  throw new Error(`The page was rendered ${maxRounds} times and still made requests.`);
};

/** Returns whether a rendered component waits for the answer. A query with `isForBrowser` makes no request; only the browser computes it. */
const isUnanswered = ({ state, queryHash, meta }: Query): boolean =>
  state.status === 'pending' && neededHashes.has(queryHash) && !meta?.isForBrowser;

/** Returns whether the address names something that does not exist (404), or has parameters that the server refuses (400). */
const isAddressWrong = (error: unknown) =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);

/** Returns the status and the state of a page that is complete. @throws the error of a request, unless the address is wrong. */
const getStatusAndState = (reads: readonly LogPosition[]): Pick<RenderedPage, 'status' | 'state'> => {
  const queries = cache.getAll();
  for (const { state } of queries)
    if (state.error !== null && !isAddressWrong(state.error)) throw state.error;
  // Without a state the client sends the requests itself. It can say more about the error.
  if (queries.some(({ state }) => state.error !== null)) return { status: 404, state: null };
  return { status: 200, state: { queries: dehydrate(queryClient), readAt: findEarliest(reads) } };
};

/** Returns the earliest position, or null if there is none. @throws Error if the history of the log has changed between the answers. */
const findEarliest = (reads: readonly LogPosition[]): LogPosition | null => {
  const [first] = reads;
  if (first === undefined) return null;
  if (reads.some(({ logId }) => logId !== first.logId))
    throw new Error('The answers come from different histories of the log.');
  return { logId: first.logId, position: Math.min(...reads.map(({ position }) => position)) };
};
