import { ProblemError } from '#platform/problems.ts';

/** Returns the problem code of the refusal; `done` if the decision is not refused. */
export const refusalCode = (decide: () => unknown): string => {
  try {
    decide();
    return 'done';
  } catch (error) {
    if (error instanceof ProblemError) return error.code;
    throw error;
  }
};
