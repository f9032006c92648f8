import { ProblemError } from '#platform/problems.ts';

/** Returns the problem code of the refusal that `decide` throws; `done` if it throws none. */
export const refusalCode = (decide: () => unknown): string => {
  try {
    decide();
    return 'done';
  } catch (error) {
    if (error instanceof ProblemError) return error.code;
    throw error;
  }
};
