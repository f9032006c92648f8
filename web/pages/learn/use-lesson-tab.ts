import { useState } from 'react';
import { useQueryParams } from '../../ui/use-query-text.ts';

const tabNames = ['notes', 'quiz', 'review', 'certificate'] as const;
export type TabName = (typeof tabNames)[number];

/** Returns the active tab, which is the one in the address or else the first `initialTab`, and a function that shows another tab. */
export const useLessonTab = (initialTab: TabName) => {
  const { query, put } = useQueryParams();
  const [defaultTab] = useState(initialTab);
  const tabInAddress = query.get('tab');
  const active = tabNames.find((name) => name === tabInAddress) ?? defaultTab;
  return { active, show: (name: TabName) => put({ tab: name }) };
};
