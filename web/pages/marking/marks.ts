import {
  maxMarksPerQuestion,
  type QuizAttempt,
  type QuizQuestion,
  quizRemark,
} from '#contract/schemas/quizzes.ts';
import type { Marking } from '../../domains/quizzes/quiz-actions.ts';

/** The texts of the mark fields, by question id. */
export type MarkTexts = Readonly<Record<string, string>>;

/** Returns whether a question was answered. Only answered questions get marks. */
export const isAnswered = ({ answer }: QuizQuestion): boolean => answer !== null && answer !== '';

/** Returns the initial texts of the mark fields, one for each answered question: its previous mark, or ''. */
export const createInitialMarkTexts = ({ questions }: QuizAttempt): MarkTexts =>
  Object.fromEntries(
    questions.filter(isAnswered).map(({ id, mark }) => [id, mark === null ? '' : `${mark}`]),
  );

/** Parses a mark: 0 to 10, whole or half, with a point or a comma; null for anything else. */
export const parseMark = (text: string): number | null => {
  const normalized = text.trim().replace(',', '.');
  const mark = Number(normalized);
  return /^\d+(\.\d*)?$/.test(normalized) && mark <= maxMarksPerQuestion && Number.isInteger(mark * 2)
    ? mark
    : null;
};

/** Parses all fields. Returns the marks by question id, or the ids of the questions whose fields are invalid, in order. */
export const parseMarks = (
  { questions }: QuizAttempt,
  texts: MarkTexts,
): { marks: Record<string, number> } | { invalidIds: string[] } => {
  const parsed = questions.filter(isAnswered).map(({ id }) => [id, parseMark(texts[id] ?? '')] as const);
  const invalidIds = parsed.flatMap(([id, mark]) => (mark === null ? [id] : []));
  return invalidIds.length > 0
    ? { invalidIds }
    : { marks: Object.fromEntries(parsed.map(([id, mark]) => [id, mark ?? 0])) };
};

/** Returns whether the quiz has this marking. The remark is compared as the server saves it. */
export const isMarkedWith = (
  { questions, remark: savedRemark }: QuizAttempt,
  { marks, remark }: Marking,
): boolean =>
  savedRemark === quizRemark.safeParse(remark).data &&
  questions.filter(isAnswered).every(({ id, mark }) => mark === marks[id]);

/** Returns the sum of the valid marks. */
export const sumMarks = (texts: MarkTexts): number =>
  Object.values(texts).reduce((sum, text) => sum + (parseMark(text) ?? 0), 0);
