import { useLocation } from 'react-router-dom';

/**
 * Returns a function that says whether the user has gone to another page, which may still be loading. The old page must
 * not change the address then: it would cancel the navigation, or take the user away from the new page.
 */
export const useIsLeaving = () => {
  const { pathname } = useLocation();
  return (): boolean => window.location.pathname !== pathname;
};
