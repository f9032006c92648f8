/** Where and how the log does not fit itself or its seals. */
export type VerificationFailure = {
  /** The first position that does not fit. */
  position: number;
  kind: 'gap' | 'changed' | 'version' | 'time' | 'seal' | 'head';
  /** A sentence for a person. */
  detail: string;
};

/** The one that comes first in the log. */
export const earlierFailure = (one: VerificationFailure | null, other: VerificationFailure | null): VerificationFailure | null => {
  if (one === null || other === null) return one ?? other;
  return other.position < one.position ? other : one;
};
