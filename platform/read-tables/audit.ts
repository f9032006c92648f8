/** `read.audit`: an index of the log for the History page, one row per event. */
export type AuditTable = {
  /** The position of the event. */
  position: number;
  /** The event's type. */
  type: string;
  /** The acting user; null if no user acted. */
  actor_id: string | null;
  /** The user whom the event concerns, if that is not the actor. */
  about_id: string | null;
};
