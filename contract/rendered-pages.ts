/** The pages that the server sends with their content. Server and client share the rules and the types. */

/** The answer to a GET request of a page that is rendered. `headers` uses the names in `headers.ts`. */
export type PageAnswer = { status: number; headers: Readonly<Record<string, string>>; body: string };

/** Answers a GET request of a visitor. @param path with its query. */
export type AnswerPageRequest = (path: string) => Promise<PageAnswer>;

/** The data that the server sends with a page, so that the client continues where the server stopped. */
export type PageState = {
  /** The answers from which the page was rendered, in the form of the client's query cache. */
  queries: unknown;
  /** The earliest log position of these answers; null if there are none. */
  readAt: { logId: string; position: number } | null;
};

export type RenderedPage = {
  status: 200 | 404;
  /** The content of the page. */
  html: string;
  /** Null if the client must render the page from scratch instead of continuing with the content. */
  state: PageState | null;
  /** HTML for the head: the files of this page, which the browser then loads at once. */
  headElements: string;
};

/**
 * Renders the page at an address (path and query) for a visitor. The build of the client contains this function, and
 * the read-api imports it at run time. It must not be called again before its promise is settled.
 */
export type RenderPage = (input: { address: string; answer: AnswerPageRequest }) => Promise<RenderedPage>;

/** The folder in the built client, and the file in it, from which the read-api imports {@link RenderPage}. The folder is not public. */
export const serverFolder = 'server';
export const serverFile = 'render-page.js';

/** The id of the element with the {@link PageState}. */
export const pageStateId = 'page-state';

/** The rendered pages without parameters in the path, and the parameters of the query that change them. */
const fixedPages: ReadonlyMap<string, readonly string[]> = new Map([
  ['/', []],
  ['/allCourses', ['search', 'category', 'sort']],
  ['/instructors', []],
  ['/verify', []],
  ['/about', []],
  ['/faq', []],
  ['/privacy-policy', []],
  ['/terms-of-service', []],
]);

const pageWithId = /^\/(courseDetails|verify)\/[\w-]{1,60}$/;

/**
 * The maximum length of a query parameter, in UTF-16 code units. A page with a longer one, such as a long search text,
 * is left to the client.
 */
const maxParameterLength = 200;

/**
 * Returns the address under which the server renders and caches a page: its path, and the query parameters that change the page.
 * Returns null if the server does not render the page. A course as it was in the past (`asOf`) is not rendered, because it is shown
 * with local times.
 */
export const findRenderedAddress = (path: string, query: URLSearchParams): string | null => {
  if (pageWithId.test(path)) return query.has('asOf') ? null : path;
  const names = fixedPages.get(path);
  if (names === undefined) return null;
  const keptParameters = new URLSearchParams();
  for (const name of names) {
    const value = query.get(name) ?? '';
    if (value.length > maxParameterLength) return null;
    if (value !== '') keptParameters.set(name, value);
  }
  return keptParameters.size === 0 ? path : `${path}?${keptParameters}`;
};
