/** Where and how the log contradicts itself, its seals or a signed head. */
export type VerificationFailure = {
  /** The first position that is wrong. With the kinds `seal`, `head` and `archive`, it may be only the first one that can be wrong. */
  position: number;
  kind: 'gap' | 'changed' | 'version' | 'time' | 'seal' | 'head' | 'archive';
  /** A sentence that describes the failure. */
  detail: string;
};

/** Returns the failure that comes first in the log. */
export const chooseEarlierFailure = (
  left: VerificationFailure | null,
  right: VerificationFailure | null,
): VerificationFailure | null => {
  if (left === null || right === null) return left ?? right;
  return right.position < left.position ? right : left;
};
