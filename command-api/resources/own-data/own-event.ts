/** Something that was written or given, with its label: `Text`, `Rating`. */
export type Detail = { name: string; text: string };

/** The cause of an event: the user themselves, another user in a role, or (null) the system. */
export type CausedBy = 'you' | { role: string } | null;

/** An event as its user gets it in `events.json`. */
export type OwnEvent = {
  position: number;
  /** ISO 8601, UTC. */
  at: string;
  type: string;
  /** What happened, as a sentence. */
  words: string;
  /** The content that was written or given with it. */
  details: readonly Detail[];
  by: CausedBy;
  /** False for what the user did about another user: the copy says that it was done, but nothing about the other. */
  aboutYou: boolean;
  stream: string | null;
  version: number | null;
  command: string;
  /** The id of the user's own request; null for requests of others. */
  request: string | null;
  data: Record<string, unknown>;
};
