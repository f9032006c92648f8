import { useLocation } from 'react-router-dom';

/**
 * Returns a function that says whether the user has followed a link to another page, whose code is still loading. A change of
 * the address would then undo the link.
 */
export const useIsLeaving = () => {
  const { pathname } = useLocation();
  return (): boolean => window.location.pathname !== pathname;
};
