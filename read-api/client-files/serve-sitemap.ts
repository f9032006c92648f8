import { privateSegments, publicPages } from '#contract/pages.ts';
import { escapeHtml } from '#platform/escape-html.ts';
import type { Context, RequestMiddleware } from '#platform/http/context.ts';
import { problemError } from '#platform/problems.ts';
import { entityTag, matchesEntityTag } from '../freshness/entity-tag.ts';
import { publicOrigin } from './public-origin.ts';

/** A course of the catalogue as the sitemap lists it. */
export type SitemapCourse = { id: string; updatedAt: Date };

type SitemapDependencies = {
  /** The public address of the product; null: only requests to a loopback host are answered. */
  publicUrl: string | null;
  /** Waits until the catalogue is fresh, but no longer than GETs wait. */
  waitUntilFresh: () => Promise<unknown>;
  /** Returns the positions at which the pages begin. */
  findPageStarts: (pageSize: number) => Promise<number[]>;
  findCourses: (page: { from: number; limit: number }) => Promise<SitemapCourse[]>;
  /** The number of courses in a page; by default {@link coursesPerPage}. */
  pageSize?: number;
};

/** The protocol allows 50,000 addresses in a sitemap and in an index (sitemaps.org). A smaller page takes less memory. */
const coursesPerPage = 10_000;
const maxAddresses = 50_000;

const pagePath = /^\/sitemap\/(\d{1,15})\.xml$/;
const isForCrawlers = (path: string) =>
  path === '/robots.txt' || path === '/sitemap.xml' || pagePath.test(path);

/**
 * Serves the files that crawlers request: GET /robots.txt, and GET /sitemap.xml with the public pages and the courses
 * of the catalogue. If there are more courses than a page holds, /sitemap.xml is an index of the pages
 * /sitemap/{position}.xml. The position is the one at which the first course of the page was added. The first page has
 * position 0 and also contains the public pages.
 */
export const serveSitemap =
  (dependencies: SitemapDependencies): RequestMiddleware =>
  (context, next) => {
    const isRead = context.method === 'GET' || context.method === 'HEAD';
    return isRead && isForCrawlers(context.path) ? answerCrawler(context, dependencies) : next();
  };

const answerCrawler = async (context: Context, dependencies: SitemapDependencies): Promise<void> => {
  const { path } = context;
  const from = pagePath.exec(path)?.[1];
  context.state.route = from === undefined ? path : '/sitemap/{position}.xml';
  const origin = publicOrigin(context, dependencies.publicUrl);
  if (origin === null)
    throw problemError(
      'forbidden',
      "This address does not belong to this school. The operator can set the school's address in PUBLIC_URL.",
    );
  if (path === '/robots.txt') return sendText(context, 'text/plain', formatRobots(origin));
  await dependencies.waitUntilFresh();
  const xml =
    from === undefined
      ? await createSitemap(origin, dependencies)
      : await createPage(origin, Number(from), dependencies);
  sendText(context, 'application/xml', xml);
};

const createSitemap = async (origin: string, dependencies: SitemapDependencies): Promise<string> => {
  const { findPageStarts, pageSize = coursesPerPage } = dependencies;
  const [, ...laterStarts] = await findPageStarts(pageSize);
  if (laterStarts.length === 0) return createPage(origin, 0, dependencies);
  const addresses = [0, ...laterStarts].slice(0, maxAddresses).map((from) => `${origin}/sitemap/${from}.xml`);
  return formatXml(
    'sitemapindex',
    addresses.map((address) => `<sitemap><loc>${escapeHtml(address)}</loc></sitemap>`),
  );
};

const createPage = async (
  origin: string,
  from: number,
  { findCourses, pageSize = coursesPerPage }: SitemapDependencies,
): Promise<string> => {
  const courses = await findCourses({ from, limit: pageSize });
  return formatXml('urlset', [
    ...(from === 0 ? publicPages : []).map((path) => `<url><loc>${escapeHtml(origin + path)}</loc></url>`),
    ...courses.map(
      ({ id, updatedAt }) =>
        `<url><loc>${escapeHtml(`${origin}/courseDetails/${id}`)}</loc><lastmod>${updatedAt.toISOString()}</lastmod></url>`,
    ),
  ]);
};

const formatXml = (element: 'sitemapindex' | 'urlset', entries: readonly string[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<${element} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`,
    ...entries,
    `</${element}>\n`,
  ].join('\n');

/**
 * Returns a robots.txt that excludes each private page, and everything below it. A bare prefix would also exclude
 * endpoints that public pages need.
 */
const formatRobots = (origin: string): string =>
  [
    'User-agent: *',
    ...privateSegments.flatMap((segment) => [`Disallow: /${segment}$`, `Disallow: /${segment}/`]),
    '',
    `Sitemap: ${origin}/sitemap.xml\n`,
  ].join('\n');

const sendText = (context: Context, type: string, text: string) => {
  const tag = entityTag([text]);
  context.set('Cache-Control', 'no-cache');
  context.set('ETag', tag);
  if (matchesEntityTag(tag, context.get('if-none-match'))) {
    context.status = 304;
    return;
  }
  context.type = `${type}; charset=utf-8`;
  context.body = text;
};
