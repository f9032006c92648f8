/**
 * What a module is called beside its number: null for a course's own video without a name, which is called by the number.
 */
export const titleBeside = (module: number, title: string): string | null =>
  title === `Module ${module}` ? null : title;

/** A module in full: 'Module 3: Metaphor', or 'Module 3'. */
export const fullTitle = (module: number, title: string): string => {
  const beside = titleBeside(module, title);
  return beside === null ? `Module ${module}` : `Module ${module}: ${beside}`;
};
