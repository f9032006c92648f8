/** Names for prepared statements. */
export type StatementNames = {
  /** Returns the name under which a statement is prepared, or undefined if the statement must not be prepared. */
  nameOf(text: string): string | undefined;
};

/** Each connection keeps its prepared statements in the memory of the server, so their number is limited. */
const defaultMaxNames = 300;

/** Matches a statement that searches a text. Its plan depends on the pattern, so it is planned each time. */
const dependsOnParameters = /\blike\b|<%/i;

/**
 * Creates names for statements, one for each text. When all names are in use, further statements are sent unprepared, so that
 * a program that keeps generating new texts does not fill the server's memory.
 */
export const createStatementNames = (maxNames = defaultMaxNames): StatementNames => {
  const names = new Map<string, string>();
  return {
    nameOf: (text) => {
      const existingName = names.get(text);
      if (existingName !== undefined) return existingName;
      // Statements that are not prepared must not take names from others.
      if (names.size >= maxNames || dependsOnParameters.test(text)) return undefined;
      const name = `lyceum_${names.size + 1}`;
      names.set(text, name);
      return name;
    },
  };
};
