/** `state.nodes`: the nodes of the read-api that are there until `expires_at` (see migration 0100). */
export type NodesTable = {
  id: string;
  name: string;
  sockets: number;
  visitors: number;
  since: Date;
  expires_at: Date;
};
/** `state.present`: who is connected to which node. */
export type PresentTable = { node: string; user_id: string };
/** `state.learning`: who learns which course now, by the node that knows. */
export type LearningTable = { node: string; user_id: string; course_id: string };
