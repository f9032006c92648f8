import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type TabName, tabInAddress } from './which-tab.ts';

/**
 * Which tab is shown: the one that the address names, else the one to begin with, which stays the same for as long as the
 * page is open, so that nothing changes under a reader's eyes.
 */
export const useTab = (toBeginWith: TabName) => {
  const [search, setSearch] = useSearchParams();
  const [first] = useState(toBeginWith);
  const show = (name: TabName) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        after.set('tab', name);
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  return { shown: tabInAddress(search) ?? first, show };
};
