/** `read.insight_counted`: which events are included in the other insight tables, one bit per position of a block. */
export type InsightCountedTable = {
  block: number;
  /** Hexadecimal; the first bit is the first position of the block. */
  bits: string;
};

/** The number of positions per block. */
export const positionsPerInsightBlock = 2_048;

/** `read.insight_quarters`: learning activity per quarter of an hour, which begins at `quarter`. */
export type InsightQuartersTable = {
  quarter: Date;
  bookmarks: number;
  enrolments: number;
  starts: number;
  modules: number;
  notes: number;
  quizzes: number;
  reviews: number;
  certificates: number;
  /** How many of the completed modules were the fifth and last of their course. */
  completions: number;
};

/** `read.insight_courses`: how many enrolments of a course reached each step. */
export type InsightCoursesTable = {
  /** The course's id. */
  id: string;
  enrolled: number;
  started: number;
  module1: number;
  module2: number;
  module3: number;
  module4: number;
  module5: number;
  certificate: number;
};

/**
 * `read.insight_questions`: how often a question was asked, and how often it was answered correctly. A quiz counts if it was submitted in
 * time and its event names the right answers.
 */
export type InsightQuestionsTable = { id: string; asked: number; right: number };

/** `read.insight_attempts`: the questions of multiple-choice quizzes that have not been submitted yet. */
export type InsightAttemptsTable = { id: string; question_ids: string[] };

/** A quarter of an hour in milliseconds. */
export const quarterHourMs = 900_000;
