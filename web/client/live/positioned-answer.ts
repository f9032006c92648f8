import type { z } from 'zod/mini';
import { getWithPosition } from '../api/get.ts';

/** Data and the log position up to which it is complete. Kept in the query cache, so that outdated answers can be found. */
export type PositionedAnswer<T> = { data: T; position: number };

/** Fetches data with its log position, which is 0 if the answer does not name one. @throws ApiError */
export const getPositionedAnswer = async <S extends z.ZodMiniType>(
  ...request: Parameters<typeof getWithPosition<S>>
): Promise<PositionedAnswer<z.output<S>>> => {
  const { data, readAt } = await getWithPosition(...request);
  return { data, position: readAt?.position ?? 0 };
};

/** The maximum number of requests while the answers lag behind the reported changes. */
const maxAttempts = 3;

/**
 * Fetches data as {@link getPositionedAnswer} does. Repeats the request while the answer is older than the last reported change, at most
 * twice.
 * @param getChangePosition returns the log position of this change.
 */
export const getUpToDateAnswer = async <S extends z.ZodMiniType>(
  getChangePosition: () => number,
  ...request: Parameters<typeof getWithPosition<S>>
): Promise<PositionedAnswer<z.output<S>>> => {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await getPositionedAnswer(...request);
    if (attempt === maxAttempts || getChangePosition() <= answer.position) return answer;
  }
};

/** Returns a predicate that is true for queries whose cached {@link PositionedAnswer} is missing or older than the position. */
export const isOlderThan =
  (position: number) =>
  ({ state }: { state: { data: unknown } }): boolean =>
    ((state.data as PositionedAnswer<unknown> | undefined)?.position ?? 0) < position;
