import { ProblemError } from '#platform/problems.ts';

/** The code with which a decision is refused; 'done' when it is not. */
export const refusalOf = (decide: () => unknown): string => {
  try {
    decide();
    return 'done';
  } catch (error) {
    if (error instanceof ProblemError) return error.code;
    throw error;
  }
};
