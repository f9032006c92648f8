/** `read.activity`: what students did for their learning, one row an act. Written by the projector alone. */
export type ActivityTable = {
  /** Of the event; each is one act. */
  position: number;
  user_id: string;
  course_id: string;
  kind: string;
  acted_at: Date;
};
