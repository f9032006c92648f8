/** `state.playback`: the last place of a student in a course's videos (see migration 0075). */
export type PlaybackTable = {
  enrolment_id: string;
  user_id: string;
  module: number;
  second: number;
  at: Date;
};
