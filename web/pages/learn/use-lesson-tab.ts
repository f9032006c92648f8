import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { parseAddressTab, type TabName } from './lesson-tab-names.ts';

/** Returns the active tab: the one in the address, or the initial one, which stays the same while the page is open. */
export const useLessonTab = (initialTab: TabName) => {
  const [search, setSearch] = useSearchParams();
  const [defaultTab] = useState(initialTab);
  const show = (name: TabName) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        after.set('tab', name);
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  return { active: parseAddressTab(search) ?? defaultTab, show };
};
