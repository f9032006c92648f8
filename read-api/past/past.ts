/** A moment of the school that is served instead of the present: `log as-of` (see docs/log.md). */
export type ServedPast = {
  /** The schema that has the read tables as they were, and those of `state`, empty. */
  schema: string;
  /** The last position of the log that was there. */
  position: number;
  at: Date;
  /** As whom it is looked at, and what their browser says to be known; null: as a visitor. */
  visit: PastVisit | null;
};

export type PastVisit = {
  person: { userId: string; email: string; name: string; imageUrl: string };
  /** Random, of this run alone. Letters, digits, `-` and `_`. */
  secret: string;
};
