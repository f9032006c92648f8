/** Where and how the log does not fit itself or its seals. */
export type Misfit = {
  /** The first position that does not fit. */
  position: number;
  kind: 'gap' | 'changed' | 'version' | 'time' | 'seal' | 'head';
  /** A sentence for a person. */
  detail: string;
};

/** The one that comes first in the log. */
export const earlier = (one: Misfit | null, other: Misfit | null): Misfit | null => {
  if (one === null || other === null) return one ?? other;
  return other.position < one.position ? other : one;
};
