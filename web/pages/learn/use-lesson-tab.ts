import { useState } from 'react';
import { useQueryParams } from '../../ui/use-query-text.ts';

const tabNames = ['notes', 'quiz', 'review', 'certificate'] as const;
export type TabName = (typeof tabNames)[number];

/** Returns the active tab, and a function that shows another one. If the address names no tab, the first value of `initialTab` is active. */
export const useLessonTab = (initialTab: TabName) => {
  const { query, put } = useQueryParams();
  const [defaultTab] = useState(initialTab);
  const tabInAddress = query.get('tab');
  const active = tabNames.find((name) => name === tabInAddress) ?? defaultTab;
  return { active, show: (name: TabName) => put({ tab: name }) };
};
