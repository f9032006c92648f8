/** `read.activity`: learning activity, one row per event. */
export type ActivityTable = {
  /** The position of the event. */
  position: number;
  user_id: string;
  course_id: string;
  kind: string;
  acted_at: Date;
};
