/**
 * Returns the id of the quiz to mark next: the first one after the current quiz that is still waiting, or else the first of all. Returns
 * null if no other quiz is waiting.
 * @param waiting the ids of the waiting quizzes that are loaded, oldest first.
 * @param current the id of the shown quiz.
 * @param order the latest `waiting` that contained the current quiz. A quiz that has marks is no longer in `waiting`.
 */
export const findNextQuiz = (
  waiting: readonly string[],
  current: string,
  order: readonly string[] = waiting,
): string | null => {
  const others = waiting.filter((id) => id !== current);
  const later = order.slice(order.indexOf(current) + 1);
  return later.find((id) => others.includes(id)) ?? others[0] ?? null;
};

/** Returns the label of the link that skips a quiz. @param hasMore whether more quizzes are waiting than are loaded. */
export const formatSkip = (otherCount: number, hasMore: boolean): string =>
  `Skip · ${otherCount}${hasMore ? '+' : ''} left`;
