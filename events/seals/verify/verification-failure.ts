/** Where and how the log contradicts itself, its seals or a signed head. */
export type VerificationFailure = {
  /** The first position that is wrong. */
  position: number;
  kind: 'gap' | 'changed' | 'version' | 'time' | 'seal' | 'head';
  /** A sentence that describes the failure. */
  detail: string;
};

/** Returns the failure that comes first in the log. */
export const earlierFailure = (
  a: VerificationFailure | null,
  other: VerificationFailure | null,
): VerificationFailure | null => {
  if (a === null || other === null) return a ?? other;
  return other.position < a.position ? other : a;
};
