import { LRUCache } from 'lru-cache';
import { problemTypes } from '#contract/problems.ts';
import type { PageAnswer, RenderedPage } from '#contract/rendered-pages.ts';
import { ProblemError } from '#platform/problems.ts';
import { entityTag } from '../freshness/entity-tag.ts';
import type { AnswerVisitor } from '../query-handler/visitor-answers.ts';
import type { PageRenderer } from './page-renderer.ts';

/** A rendered page with its description. `tag` and `key` identify it. */
export type KeptPage<D> = {
  page: RenderedPage;
  description: D | null;
  /** An entity tag that covers everything on which the page depends. */
  tag: string;
  /** Identifies these bytes: a page with the same tag may be rendered again from a later log position. */
  key: string;
};

type Entry<D> = KeptPage<D> & {
  /** The requests of the page, with the entity tags of their answers. */
  requests: ReadonlyMap<string, string>;
  /** The earliest log position of the answers; null if there are none. */
  position: number | null;
  renderedAt: number;
};

export type RenderedPagesDependencies<D> = {
  renderer: Pick<PageRenderer, 'render'>;
  answerVisitor: AnswerVisitor;
  /** Loads the description of a page; null if it has none. */
  describe: (path: string) => Promise<D | null>;
  now?: () => number;
};

/**
 * The maximum size of all kept pages as JSON, with two bytes per character. The answer cache also keeps the pages, in the form in
 * which they are sent.
 */
const maxBytes = 32 * 1_048_576;
const maxAgeMs = 10 * 60_000;

/**
 * A page that is more than this many positions behind the log is rendered again, at most once per interval. A client asks for all
 * updates since the position of its page, but a visitor who is more than 500 positions behind may have to fetch everything again.
 */
const maxPositionsBehind = 250;
const renewalIntervalMs = 5_000;

/** After getting this many outdated pages from other requests, a request renders the page itself. */
const maxSharedPages = 3;

/**
 * Creates a function that returns the rendered page at an address. The page is as fresh as the answers to GET requests: before a kept page is
 * used, the entity tags of its answers are compared with the current ones, without running their queries. Concurrent requests share one
 * rendering if it is fresh enough for them.
 * @throws Error if the page cannot be rendered.
 */
export const createRenderedPages = <D>(dependencies: RenderedPagesDependencies<D>) => {
  const { now = Date.now } = dependencies;
  const kept = new LRUCache<string, Entry<D>>({
    maxSize: maxBytes,
    sizeCalculation: ({ page }, address) => 2 * (JSON.stringify(page).length + address.length) + 2_048,
    ttl: maxAgeMs,
    ttlAutopurge: true,
  });
  const rendering = new Map<string, Promise<Entry<D>>>();

  const startRendering = (address: string): Promise<Entry<D>> => {
    const started = renderEntry(address, dependencies)
      .then((entry) => {
        if (isKeepable(entry)) kept.set(address, entry);
        return entry;
      })
      .finally(() => {
        if (rendering.get(address) === started) rendering.delete(address);
      });
    rendering.set(address, started);
    return started;
  };

  const isCurrent = async ({ requests, position, renderedAt }: Entry<D>): Promise<boolean> => {
    const current = await Promise.all(
      [...requests].map(async ([path, tag]) => ({ tag, answer: await dependencies.answerVisitor(path) })),
    );
    if (current.some(({ tag, answer }) => answer.tag !== tag)) return false;
    if (position === null || now() - renderedAt < renewalIntervalMs) return true;
    return current.every(({ answer }) => answer.position - position <= maxPositionsBehind);
  };

  return async (address: string): Promise<KeptPage<D>> => {
    for (let attempt = 0; attempt < maxSharedPages; attempt += 1) {
      const known = kept.get(address);
      if (known && (await isCurrent(known))) return known;
      const running = rendering.get(address);
      if (!running) break;
      // The running rendering may have read an answer before this request arrived.
      const shared = await running;
      if (await isCurrent(shared)) return shared;
    }
    return startRendering(address);
  };
};

/**
 * Returns whether a page may be kept. A missing description may soon exist, when its read model has caught up. A page that does not
 * exist is not worth keeping.
 */
const isKeepable = <D>({ page, description }: Entry<D>) => page.status === 200 && description !== null;

const renderEntry = async <D>(
  address: string,
  { renderer, answerVisitor, describe, now = Date.now }: RenderedPagesDependencies<D>,
): Promise<Entry<D>> => {
  const requests = new Map<string, string>();
  let position: number | null = null;
  const answer = async (path: string): Promise<PageAnswer> => {
    try {
      const found = await answerVisitor(path);
      requests.set(path, found.tag);
      position = Math.min(position ?? found.position, found.position);
      const { body, headers } = await found.load();
      return { status: 200, headers, body };
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      return toProblemAnswer(error);
    }
  };
  const page = await renderer.render(address, answer);
  // Loaded last: if it were older than the answers, the page would be kept with it.
  const description = await describe(address.split('?')[0] ?? address);
  const tag = entityTag([address, ...[...requests].flat(), JSON.stringify(description)]);
  return { page, description, tag, key: `${tag} ${position}`, requests, position, renderedAt: now() };
};

const toProblemAnswer = ({ code, message }: ProblemError): PageAnswer => {
  const { status, title } = problemTypes[code];
  const body = { type: 'about:blank', title, status, code, detail: message, requestId: '' };
  return { status, headers: {}, body: JSON.stringify(body) };
};
