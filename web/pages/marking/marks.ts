import { marksOfAQuestion, type QuizAttempt, type QuizQuestion } from '#contract/quizzes.ts';

/** Marks as they stand in the fields, by question id. */
export type MarkTexts = Readonly<Record<string, string>>;

/** Only what was answered gets marks. */
export const needsMark = ({ answer }: QuizQuestion): boolean => answer !== null && answer !== '';

/** The fields as they begin: the marks that were given before, else empty. */
export const textsOf = ({ questions }: QuizAttempt): MarkTexts =>
  Object.fromEntries(questions.filter(needsMark).map(({ id, mark }) => [id, mark === null ? '' : `${mark}`]));

/** 0 to 10, whole or half, with a point or a comma; null for anything else. */
export const markIn = (text: string): number | null => {
  const tidy = text.trim().replace(',', '.');
  const mark = Number(tidy);
  return /^\d+(\.\d*)?$/.test(tidy) && mark <= marksOfAQuestion && Number.isInteger(mark * 2) ? mark : null;
};

/** The marks by question id, or which questions have none that can be read, in their order. */
export const readMarks = (
  { questions }: QuizAttempt,
  texts: MarkTexts,
): { marks: Record<string, number> } | { wrong: string[] } => {
  const read = questions.filter(needsMark).map(({ id }) => [id, markIn(texts[id] ?? '')] as const);
  const wrong = read.flatMap(([id, mark]) => (mark === null ? [id] : []));
  return wrong.length > 0
    ? { wrong }
    : { marks: Object.fromEntries(read.map(([id, mark]) => [id, mark ?? 0])) };
};

/** The sum of what is filled in so far. */
export const sumOf = (texts: MarkTexts): number =>
  Object.values(texts).reduce((sum, text) => sum + (markIn(text) ?? 0), 0);
