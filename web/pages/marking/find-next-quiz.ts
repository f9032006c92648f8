/**
 * Returns the id of the quiz to mark next: the first one after the current quiz that still waits, or else the first of all. Returns null if
 * no other quiz waits.
 * @param waiting the ids of the waiting quizzes that are loaded, oldest first.
 * @param current the id of the shown quiz.
 * @param order the ids when the current quiz was still waiting. When it has marks, it is no longer among `waiting`.
 */
export const findNextQuiz = (
  waiting: readonly string[],
  current: string,
  order: readonly string[] = waiting,
): string | null => findLaterQuiz(waiting, current, order) ?? waiting.find((id) => id !== current) ?? null;

/** Returns the id of the first quiz after the current one that still waits; null if none is loaded. The parameters are as above. */
export const findLaterQuiz = (
  waiting: readonly string[],
  current: string,
  order: readonly string[] = waiting,
): string | null => order.slice(order.indexOf(current) + 1).find((id) => waiting.includes(id)) ?? null;

/** Returns the label of the link that skips a quiz. @param hasMore whether more quizzes wait than are loaded. */
export const formatSkip = (otherCount: number, hasMore: boolean): string =>
  `Skip · ${otherCount}${hasMore ? '+' : ''} left`;
