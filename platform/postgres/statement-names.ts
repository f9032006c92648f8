/** Names for prepared statements. */
export type StatementNames = {
  /** Returns the name under which a statement is prepared, or undefined if it is not. */
  nameOf(text: string): string | undefined;
};

/** Each connection keeps its prepared statements in the memory of the server, so they are limited. */
const defaultMaxNames = 300;

/** The plan of a search depends on the pattern, so it is planned each time. */
const dependsOnParameters = /\blike\b|<%/i;

/**
 * Creates names for statements, one for each text. When all names are given, further statements are sent unprepared: programs that
 * generate texts without end must not fill the server.
 */
export const createStatementNames = (maxNames = defaultMaxNames): StatementNames => {
  const names = new Map<string, string | undefined>();
  return {
    nameOf: (text) => {
      if (names.has(text)) return names.get(text);
      if (names.size >= maxNames) return undefined;
      const name = dependsOnParameters.test(text) ? undefined : `lyceum_${names.size + 1}`;
      names.set(text, name);
      return name;
    },
  };
};
