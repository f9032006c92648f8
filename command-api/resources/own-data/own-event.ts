/** A text that an event contains, with its label: `Comment`, `Rating`. */
export type Detail = { name: string; text: string };

/** The cause of an event: the user themselves, another user in a role, or (null) the system. */
export type CausedBy = 'you' | { role: string } | null;

/** An event as its user receives it in `events.json`. */
export type OwnEvent = {
  position: number;
  /** ISO 8601, UTC. */
  at: string;
  type: string;
  /** A sentence that says what happened. */
  words: string;
  /** Texts from the event, with labels. */
  details: readonly Detail[];
  by: CausedBy;
  /** False if the user did something to another user: the copy then says what was done, but not to whom. */
  aboutYou: boolean;
  stream: string | null;
  version: number | null;
  command: string;
  /** The id of the user's own request; null for requests of others. */
  request: string | null;
  data: Record<string, unknown>;
};
