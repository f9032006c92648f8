/** `state.nodes`: read-api nodes, valid until `expires_at` (see migration 0100). */
export type NodesTable = {
  id: string;
  name: string;
  sockets: number;
  visitors: number;
  since: Date;
  expires_at: Date;
};
/** `state.present`: the users connected to each node. */
export type PresentTable = { node: string; user_id: string };
/** `state.learning`: the users who are studying a course now, by node. */
export type LearningTable = { node: string; user_id: string; course_id: string };
