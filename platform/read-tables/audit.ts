/** `read.audit`: where in the log to look for what a history asks, one row an event. Written by the projector alone. */
export type AuditTable = {
  /** Of the event. */
  position: number;
  /** The event's type. */
  type: string;
  /** Who did it; null: nobody of the school. */
  actor_id: string | null;
  /** Whom it was about, where that is somebody else. */
  about_id: string | null;
};
