import { useState } from 'react';

/** Returns whether `condition` is or has ever been true. For a control that must not disappear while somebody is using it. */
export const useHasBeenTrue = (condition: boolean): boolean => {
  const [hasBeenTrue, setHasBeenTrue] = useState(condition);
  if (condition && !hasBeenTrue) setHasBeenTrue(true);
  return hasBeenTrue;
};
