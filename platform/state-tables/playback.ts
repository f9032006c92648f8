/** `state.playback`: the last playback position of an enrolment (see migration 0075). */
export type PlaybackTable = {
  enrolment_id: string;
  user_id: string;
  module: number;
  second: number;
  at: Date;
};
