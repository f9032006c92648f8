import { useState } from 'react';

/** Returns whether `condition` is true, or was true before. For a control that must not disappear while somebody uses it. */
export const useHasBeenTrue = (condition: boolean): boolean => {
  const [hasBeenTrue, setHasBeenTrue] = useState(condition);
  if (condition && !hasBeenTrue) setHasBeenTrue(true);
  return hasBeenTrue;
};
