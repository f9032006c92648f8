/**
 * `read.insight_counted`: which events are in the sums of the other tables, a bit for each position of a block. Written by
 * the projector alone, as all of these.
 */
export type InsightCountedTable = {
  block: number;
  /** Hexadecimal; the first bit is the block's first position. */
  bits: string;
};

/** How many positions a block has. */
export const blockSize = 2_048;

/** `read.insight_quarters`: acts of learning by quarters of an hour, which begin at `quarter`. */
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
  /** Fifth modules, among the modules. */
  completions: number;
};

/** `read.insight_courses`: how many ways through a course came to each step. */
export type InsightCoursesTable = {
  /** The course's. */
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

/** `read.insight_questions`: how often a multiple-choice question was asked, and answered rightly. */
export type InsightQuestionsTable = { id: string; asked: number; right: number };

/** `read.insight_attempts`: what was asked in multiple-choice quizzes that are not handed in yet. */
export type InsightAttemptsTable = { id: string; question_ids: string[] };

/** How long a quarter of an hour is, in milliseconds. */
export const quarterMs = 900_000;
