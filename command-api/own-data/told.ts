/** Something that was written or given, with its name: `Text`, `Rating`. */
export type Detail = { name: string; text: string };

/** Courses as they are called now, by id: `CSE How Computers Count`. */
export type Names = ReadonlyMap<string, string>;

/** Who did it: the person, somebody else in a role, or (null) the school itself. */
export type ByWhom = 'you' | { role: string } | null;

/** An event as its person gets it. */
export type OwnEvent = {
  position: number;
  /** ISO 8601, UTC. */
  at: string;
  type: string;
  /** What happened, as a sentence. */
  words: string;
  /** What was written or given with it. */
  details: readonly Detail[];
  by: ByWhom;
  /** False for what the person did about somebody else: that it was done is theirs, what it says is the other's. */
  aboutYou: boolean;
  stream: string | null;
  version: number | null;
  command: string;
  /** Of the person's own request that did it. */
  request: string | null;
  data: Record<string, unknown>;
};
