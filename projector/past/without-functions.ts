/**
 * Says what is the matter where the database lacks a function that builds or keeps a past (undefined_function): it has not
 * been migrated to this Lyceum, or, while the build went on, to a newer one.
 * @throws always: an error that says so, or the one that was given.
 */
export const withoutFunctions = (error: unknown): never => {
  if (error instanceof Error && 'code' in error && error.code === '42883')
    throw new Error(
      'The database is of another Lyceum than this one. If it is older, start this one once (npm start), which migrates it; if it was just migrated to a newer one, run this again with that.',
      { cause: error },
    );
  throw error;
};
