import { useLocation } from 'react-router-dom';

/**
 * Returns a function that says whether the user has followed a link to another page, whose code is still loading. The old page must
 * not change the address then, because that would cancel the navigation.
 */
export const useIsLeaving = () => {
  const { pathname } = useLocation();
  return (): boolean => window.location.pathname !== pathname;
};
