import type { Endpoint } from '#contract/endpoints/endpoint.ts';
import { problemError } from '#platform/problems.ts';
import { answerTag, freshnessHeaders, listModels, requiredAccess, serialize } from './answer-parts.ts';
import { parseInput } from './parse-input.ts';
import type { QueryDefinition } from './query-definition.ts';
import type { QueryHandlerDependencies } from './query-handler.ts';

/** The answer to a GET request of a visitor. */
export type VisitorAnswer = {
  /** The entity tag that the answer has over HTTP. */
  tag: string;
  /** The log position that the read models have reached. */
  position: number;
  /**
   * Returns the body, the headers that say which part of the log it shows, and the headers of the query. The query runs only
   * if the answer is not in the answer cache.
   */
  load: () => Promise<{ body: string; headers: Record<string, string> }>;
};

/** Answers a GET request inside this process, with the same freshness as over HTTP. @param path with its query. @throws ProblemError */
export type AnswerVisitor = (path: string) => Promise<VisitorAnswer>;

type VisitorDependencies = Pick<
  QueryHandlerDependencies,
  'build' | 'waitUntilFresh' | 'requireSameServer' | 'answerCache'
>;

type VisitorRoute = {
  pattern: RegExp;
  answer: (params: Record<string, string>, query: Record<string, string>) => Promise<VisitorAnswer>;
};

/**
 * Creates a table of the endpoints that visitors may read. `add` ignores all other endpoints, and those whose answers
 * have no entity tag or may be very long. `answer` finds the endpoint of a request in the table and answers the request.
 */
export const createVisitorAnswers = (dependencies: VisitorDependencies) => {
  const routes: VisitorRoute[] = [];
  return {
    add<E extends Endpoint>(endpoint: E, query: QueryDefinition<E>): void {
      if (endpoint.access !== 'anyone' || endpoint.isStateOnly || endpoint.changesWithTime) return;
      // No page shows an answer that is too long to be in memory.
      if (query.longAnswer) return;
      routes.push({
        pattern: toPattern(endpoint.path),
        answer: (params, rawQuery) =>
          answerVisitor(dependencies, endpoint, query, { params, query: rawQuery }),
      });
    },
    answer: (async (path) => {
      const { pathname, searchParams } = new URL(path, 'http://localhost');
      for (const { pattern, answer } of routes) {
        const match = pattern.exec(pathname);
        if (match) return answer(decode(match.groups ?? {}), Object.fromEntries(searchParams));
      }
      throw problemError('not-found', 'There is no such endpoint for visitors.');
    }) satisfies AnswerVisitor as AnswerVisitor,
  };
};

/** Converts `/courses/{id}` to `^/courses/(?<id>[^/]+)$`. */
const toPattern = (path: string): RegExp => new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);

const decode = (params: Record<string, string>): Record<string, string> => {
  try {
    return Object.fromEntries(
      Object.entries(params).map(([name, value]) => [name, decodeURIComponent(value)]),
    );
  } catch {
    throw problemError('not-found', 'There is nothing with this id.');
  }
};

const answerVisitor = async <E extends Endpoint>(
  { build, waitUntilFresh, requireSameServer, answerCache }: VisitorDependencies,
  endpoint: E,
  query: QueryDefinition<E>,
  raw: Parameters<typeof parseInput>[1],
): Promise<VisitorAnswer> => {
  const input = parseInput(endpoint, raw);
  if (requiredAccess(endpoint, input.query) !== 'anyone')
    throw problemError('sign-in-required', 'Sign in first.');
  const models = listModels(query, input);
  const freshness = await waitUntilFresh(models, { position: undefined, logId: undefined });
  const tag = await answerTag({ build, endpoint, query, input, models, freshness, reader: null });
  const runAndSerialize = async () => {
    const answer = await query.answer({
      ...input,
      reader: null,
      grant: { basis: 'role' },
      identifyAgain: async () => null,
    });
    requireSameServer(freshness.checkpoints);
    return serialize(answer);
  };
  return {
    tag,
    position: freshness.position,
    load: async () => {
      const { body, headers } = await answerCache(tag, 'identity', runAndSerialize);
      return { body: body.toString('utf8'), headers: { ...freshnessHeaders(freshness), ...headers } };
    },
  };
};
